// A printed schema, before it is known where it stands.

import { type ImportSymbol, list, type Printable } from "@specwright/emit-kit";

/** Is a printed schema. */
export interface Expression {
  /** A zod schema, or a rule of the run time. Rules take both; zod takes rules through `.check()`. */
  readonly kind: "schema" | "rule";
  readonly text: Printable;
  /** True while it names a constant declared further down and no function stands in between. */
  readonly forward: boolean;
  /** The rules it consists of, when it is several rules in turn. */
  readonly rules?: readonly Printable[];
}

/** Makes a zod schema expression; it is forward when one of its parts is. */
export function schemaExpression(text: Printable, parts: readonly Expression[] = []): Expression {
  return { kind: "schema", text, forward: isForward(parts) };
}

/** Makes a rule expression; it is forward when one of its parts is. */
export function ruleExpression(text: Printable, parts: readonly Expression[] = []): Expression {
  return { kind: "rule", text, forward: isForward(parts) };
}

/** Makes one rule that applies several in turn with the run time's `allOf`. */
export function inTurn(allOf: ImportSymbol, parts: readonly Expression[]): Expression {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === "rule") return only;
  const texts = parts.map((part) => part.text);
  const all = ruleExpression(call(allOf, ...texts), parts);
  return parts.every((part) => part.kind === "rule") ? { ...all, rules: texts } : all;
}

/** Tells whether some part names a constant declared further down. */
export function isForward(parts: readonly Expression[]): boolean {
  return parts.some((part) => part.forward);
}

/** Prints `callee(a, b)`; a single argument keeps its brackets beside those of the call. */
export function call(callee: Printable, ...args: readonly Printable[]): Printable {
  const [only] = args;
  if (args.length === 1 && only !== undefined) return [callee, "(", only, ")"];
  return [callee, list("(", args, ")")];
}
