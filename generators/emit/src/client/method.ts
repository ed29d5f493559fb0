import type { Printable } from "../print/printable.ts";

/**
 * The code for an operation or a channel: its line in the interface, its line in the object that implements
 * the interface, and a function.
 */
export interface Method {
  readonly signature: Printable;
  readonly implementation: Printable;
  /** The declarations that the interface and the object use. They are printed before the interface. */
  readonly before?: Printable;
  /** A function that does the same as the method. Its first argument is the transport. */
  readonly standalone?: Printable;
  /** The part of the file into which the function is printed. */
  readonly part?: string | undefined;
  /** The methods of a group. A group has no function of its own. */
  readonly members?: readonly Method[];
}
