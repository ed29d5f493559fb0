// The generated code that reads a schema on the fast path, and the types of the functions that print it.

import type { Declaration, Schema } from "@specwright/contract";
import type { Printable } from "../../../print/printable.ts";
import type { Printer } from "../../printer.ts";
import type { Constants } from "../constants.ts";

/** Generated code that reads the values of a schema fast. */
export interface Reader {
  /**
   * An expression that reads the value at the position of the scanner. If the expression cannot read the
   * value, it gives up, and the slow path reads the text.
   */
  readonly call: Printable;
  /** A function that does the same as `call`: a name, or an arrow function. */
  readonly callback: Printable;
  /** The type of the value that is read. */
  readonly type: Printable;
  /** The text that a value must have, if the schema is a string constant. */
  readonly word?: string;
}

/** Prints the readers of one module. */
export interface ReadPrinter {
  readonly printer: Printer;
  readonly constants: Constants;
  /**
   * Returns the reader of a schema, and prints the functions that it calls. Returns undefined if only the
   * codec can read the schema.
   */
  reader(schema: Schema, name: string): Reader | undefined;
  /** Returns the reader of a declared schema, like `reader`. */
  declared(declaration: Declaration): Reader | undefined;
  /** Prints a top-level statement. */
  print(...parts: Printable[]): void;
  /** Returns `wanted`, or a similar name if `wanted` is already in use at the top level. */
  name(wanted: string): string;
}

/** Creates a reader that is a call without arguments. */
export function functionReader(name: Printable, type: Printable): Reader {
  return { call: [name, "()"], callback: name, type };
}

/** Creates a reader whose `call` is the given expression. */
export function expressionReader(call: Printable, type: Printable): Reader {
  return { call, callback: ["() => ", call], type };
}
