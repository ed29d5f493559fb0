// The steps that write a schema on the fast path, and the types of the functions that create them.

import type { Declaration, Schema } from "@specwright/contract";
import { list, type Printable } from "../../../print/printable.ts";
import type { Printer } from "../../printer.ts";
import type { Constants } from "../constants.ts";

/**
 * A step of a writer. Adjacent texts become one text. A check writes nothing, so it can run before the text
 * that precedes it.
 */
export type Step =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "check"; readonly statement: Printable }
  | ValueStep
  | { readonly kind: "statement"; readonly print: (to: string) => Printable }
  | { readonly kind: "branches"; readonly branches: readonly Branch[] };

/** A step that writes a value. Its expression returns the offset after the value. */
export interface ValueStep {
  readonly kind: "value";
  readonly print: (to: string) => Printable;
  /** The function that the expression calls, if its only arguments are the value and the offset. */
  readonly callee?: Printable;
}

/** A statement with a block: `if (…)`, `else`, `for (…)`. */
export interface Branch {
  readonly open: string;
  readonly steps: readonly Step[];
}

/** Returns the steps that write a value of one schema; `subject` is the expression for the value. */
export type Writer = (subject: string, scope: Scope) => readonly Step[];

/** Creates the names of variables in one function. */
export interface Scope {
  name(wanted: string): string;
}

/** Prints the writers of one module. */
export interface WritePrinter {
  readonly printer: Printer;
  readonly constants: Constants;
  /**
   * Returns the writer of a schema, and prints the functions that it calls. Returns undefined if only the
   * codec can write the schema.
   */
  writer(schema: Schema, name: string): Writer | undefined;
  /** Returns the writer of a declared schema; undefined if only its codec can write it. */
  declared(declaration: Declaration): Writer | undefined;
  /** Prints a top-level statement. */
  print(...parts: readonly Printable[]): void;
  /** Returns `wanted`, or a similar name if `wanted` is already in use at the top level. */
  name(wanted: string): string;
}

/** Creates a step that writes fixed text. */
export function textStep(text: string): Step {
  return { kind: "text", text };
}

/** Creates a step that gives up if a condition is true. The codec then writes the value. */
export function refuseIf(condition: Printable): Step {
  return { kind: "check", statement: ["if (", condition, ") giveUp();"] };
}

/** Creates a step that calls a function. Its arguments are a value, the offset, and then `others`. */
export function callStep(
  name: Printable,
  subject: string,
  ...others: readonly Printable[]
): ValueStep {
  return {
    kind: "value",
    print: (to) => [name, list("(", [subject, to, ...others], ")")],
    ...(others.length === 0 && { callee: name }),
  };
}

/** Creates a writer that calls a function. */
export function callWriter(name: Printable, ...others: readonly Printable[]): Writer {
  return (subject) => [callStep(name, subject, ...others)];
}
