import type { Printable } from "../print/printable.ts";

/**
 * The code for an operation or a channel: a line of the interface, a line of the object, and a
 * function.
 */
export interface Method {
  readonly signature: Printable;
  readonly implementation: Printable;
  /** Declarations that the interface and the object use, printed before the interface. */
  readonly before?: Printable;
  /** The same as a function, with a transport as its first argument. */
  readonly standalone?: Printable;
  /** The part of the file that the function belongs to. */
  readonly part?: string | undefined;
  /** The methods of a group, which has no function itself. */
  readonly members?: readonly Method[];
}
