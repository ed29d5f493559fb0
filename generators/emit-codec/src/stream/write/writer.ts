// What a writer of one schema is while its module is printed, and what the functions that print
// writers share.

import type { Declaration, Schema } from "@specwright/contract";
import { list, type Printable } from "@specwright/emit-kit";
import type { Printer } from "../../printer.ts";
import type { Constants } from "../constants.ts";

/**
 * Is a step of a writer. Texts that follow each other are put into one: checks write nothing, so that
 * they may stand ahead of a text that comes before them.
 */
export type Step =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "check"; readonly statement: Printable }
  | ValueStep
  | { readonly kind: "statement"; readonly print: (to: string) => Printable }
  | { readonly kind: "branches"; readonly branches: readonly Branch[] };

/** Writes a value that is known when it runs: an expression for the offset behind it. */
export interface ValueStep {
  readonly kind: "value";
  readonly print: (to: string) => Printable;
  /** The function that is called, where it takes the value and the offset alone. */
  readonly callee?: Printable;
}

/** Is a statement with a block: `if (…)`, `else`, `for (…)`. */
export interface Branch {
  readonly open: string;
  readonly steps: readonly Step[];
}

/** Is a way to write the values of a schema: the steps for a value that an expression gives. */
export type Writer = (subject: string, scope: Scope) => readonly Step[];

/** Names the variables of one function. */
export interface Scope {
  name(wanted: string): string;
}

/** Prints the writers of one module. */
export interface WritePrinter {
  readonly printer: Printer;
  readonly constants: Constants;
  /** Gives the writer of a schema, printing the functions it needs; undefined where there is no fast path. */
  writer(schema: Schema, name: string): Writer | undefined;
  /** Gives the writer of a declared schema; undefined when only its codec can write it. */
  declared(declaration: Declaration): Writer | undefined;
  /** Prints a top-level statement. */
  print(...parts: readonly Printable[]): void;
  /** Makes a name that is free at the top level. */
  name(wanted: string): string;
}

/** Makes a step of fixed text. */
export function textStep(text: string): Step {
  return { kind: "text", text };
}

/** Makes a step that gives up when a condition holds. */
export function refuseIf(condition: Printable): Step {
  return { kind: "check", statement: ["if (", condition, ") giveUp();"] };
}

/** Makes a step that calls a function with a value, the offset and what else it takes. */
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

/** Makes the writer that calls a function. */
export function callWriter(name: Printable, ...others: readonly Printable[]): Writer {
  return (subject) => [callStep(name, subject, ...others)];
}
