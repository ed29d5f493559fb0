// A printed schema, independent of where it is used.

import { type ImportSymbol, join, list, type Printable } from "../print/printable.ts";

/** A printed schema. */
export interface Expression {
  /**
   * A zod schema, or a rule of the runtime. Rules accept both as parts; zod accepts rules through
   * `.check()`.
   */
  readonly kind: "schema" | "rule";
  readonly text: Printable;
  /** True if it uses, outside of a function, a constant that is declared later. */
  readonly forward: boolean;
  /** The rules that it consists of, if it applies several rules in turn. */
  readonly rules?: readonly Printable[];
}

/** Creates a zod schema expression, which is forward if one of its parts is. */
export function schemaExpression(text: Printable, parts: readonly Expression[] = []): Expression {
  return { kind: "schema", text, forward: isForward(parts) };
}

/**
 * Creates a rule expression. Rules refer to constants that are declared later only within
 * functions.
 */
export function ruleExpression(text: Printable): Expression {
  return { kind: "rule", text, forward: false };
}

/** Creates a rule that applies several rules in turn with the runtime's `allOf`. */
export function inTurn(allOf: ImportSymbol, parts: readonly Expression[]): Expression {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === "rule") return only;
  const all = together(allOf, parts);
  const rules = parts.map((part) => part.text);
  return parts.every((part) => part.kind === "rule") ? { ...all, rules } : all;
}

/** Creates one rule of several with a function of the runtime. */
export function together(combine: ImportSymbol, parts: readonly Expression[]): Expression {
  const texts = parts.map((part) => part.text);
  return { ...ruleExpression(call(combine, ...texts)), forward: isForward(parts) };
}

/** Reports whether some part refers to a constant that is declared later. */
export function isForward(parts: readonly Expression[]): boolean {
  return parts.some((part) => part.forward);
}

/** Prints `callee(a, b)`, with one argument per line if it does not fit on one. */
export function call(callee: Printable, ...args: readonly Printable[]): Printable {
  return [callee, list("(", args, ")")];
}

/**
 * Prints `callee("a", [b])` with the brackets of the last argument, an object or array literal,
 * next to those of the call.
 */
export function hug(callee: Printable, ...args: readonly Printable[]): Printable {
  return [callee, "(", join(", ", args), ")"];
}
