// The reader of a schema in generated code, and the types that the functions for readers share.

import type { Declaration, Schema } from "@specwright/contract";
import type { Printable } from "../../../print/printable.ts";
import type { Printer } from "../../printer.ts";
import type { Constants } from "../constants.ts";

/** A fast way to read the values of a schema. */
export interface Reader {
  /** An expression that reads a value at the position of the scanner, or leaves it to the slow path. */
  readonly call: Printable;
  /** The reader as a function: a name, or an arrow function. */
  readonly callback: Printable;
  /** The type of the value that is read. */
  readonly type: Printable;
  /** The only text that the reader accepts, if the schema is a constant. */
  readonly word?: string;
}

/** Prints the readers of one module. */
export interface ReadPrinter {
  readonly printer: Printer;
  readonly constants: Constants;
  /**
   * Returns the reader of a schema and prints the functions that it needs; undefined without a fast
   * path.
   */
  reader(schema: Schema, name: string): Reader | undefined;
  /** Returns the reader of a declared schema. */
  declared(declaration: Declaration): Reader | undefined;
  /** Prints a top-level statement. */
  print(...parts: Printable[]): void;
  /** Returns a free name at the top level. */
  name(wanted: string): string;
}

/** Creates a reader that is a call without arguments. */
export function functionReader(name: Printable, type: Printable): Reader {
  return { call: [name, "()"], callback: name, type };
}

/** Creates a reader from any expression. */
export function expressionReader(call: Printable, type: Printable): Reader {
  return { call, callback: ["() => ", call], type };
}
