// The writer of a schema while its module is printed, and the types that the functions for writers
// share.

import type { Declaration, Schema } from "@specwright/contract";
import { list, type Printable } from "../../../print/printable.ts";
import type { Printer } from "../../printer.ts";
import type { Constants } from "../constants.ts";

/**
 * A step of a writer. Consecutive texts are merged. Checks write nothing, so they can move before a
 * preceding text.
 */
export type Step =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "check"; readonly statement: Printable }
  | ValueStep
  | { readonly kind: "statement"; readonly print: (to: string) => Printable }
  | { readonly kind: "branches"; readonly branches: readonly Branch[] };

/**
 * Writes a value that is known only when the code runs: an expression that returns the offset after the
 * value.
 */
export interface ValueStep {
  readonly kind: "value";
  readonly print: (to: string) => Printable;
  /** The function that is called, if its only arguments are the value and the offset. */
  readonly callee?: Printable;
}

/** A statement with a block: `if (…)`, `else`, `for (…)`. */
export interface Branch {
  readonly open: string;
  readonly steps: readonly Step[];
}

/** Returns the statements that write a value of one schema; `subject` is the expression of the value. */
export type Writer = (subject: string, scope: Scope) => readonly Step[];

/** The variables of one function. */
export interface Scope {
  name(wanted: string): string;
}

/** Prints the writers of one module. */
export interface WritePrinter {
  readonly printer: Printer;
  readonly constants: Constants;
  /**
   * Returns the writer of a schema and prints the functions that it needs; undefined without a fast
   * path.
   */
  writer(schema: Schema, name: string): Writer | undefined;
  /** Returns the writer of a declared schema; undefined if only its codec can write it. */
  declared(declaration: Declaration): Writer | undefined;
  /** Prints a top-level statement. */
  print(...parts: readonly Printable[]): void;
  /** Returns a free name at the top level. */
  name(wanted: string): string;
}

/** Creates a step that writes fixed text. */
export function textStep(text: string): Step {
  return { kind: "text", text };
}

/** Creates a step that gives up if a condition is true. */
export function refuseIf(condition: Printable): Step {
  return { kind: "check", statement: ["if (", condition, ") giveUp();"] };
}

/** Creates a step that calls a function with a value, the offset and further arguments. */
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
