// The input of the functions that print schemas.

import type {
  Contract,
  Declaration,
  Defaults,
  Int64Type,
  Names,
  Schema,
  ValueForm,
  ValueTypes,
} from "@specwright/contract";
import type { NotEnforcedReport } from "../print/not-enforced.ts";
import type { ImportSymbol, Printable } from "../print/printable.ts";
import type { RulePrinter } from "../rules/rule-printer.ts";
import { call, type Expression } from "./expression.ts";
import type { Plan } from "./plan.ts";

/** The variant of zod that the output imports. */
export type ZodTarget = "zod" | "zod/mini";

/** A constant that the file declares before its schemas. */
export type Prelude = "int64" | "uint64" | "bigInteger";

/** Prints the schemas of one contract. */
export interface Printer {
  readonly contract: Contract;
  readonly names: Names;
  readonly plan: Plan;
  /** Prints what zod cannot express exactly. */
  readonly rules: RulePrinter;
  readonly report: NotEnforcedReport;
  readonly target: ZodTarget;
  readonly formats: "assert" | "annotate";
  /** The type of 64-bit integers. */
  readonly int64: Int64Type;
  /** The other types of values that are a choice. */
  readonly valueTypes: ValueTypes;
  /** The defaults that reading applies. */
  readonly defaults: Defaults;
  /** The forms of values used so far. */
  readonly forms: Set<ValueForm>;
  /** The namespace import of zod. */
  readonly z: ImportSymbol;
  /** The constants used so far. */
  readonly prelude: Set<Prelude>;
  /** The expressions of the leaves printed so far, by kind. */
  readonly leaves: Map<string, Expression>;
  /** Imports something from the runtime. */
  runtime(name: string): ImportSymbol;
  /** Prints any schema. */
  print(schema: Schema, scope: Scope): Expression;
}

/** The context of a schema. */
export interface Scope {
  /** The declaration being printed, and its position in the output. */
  readonly declaration: Declaration;
  readonly index: number;
  /**
   * True if a constant that is declared later must be wrapped in `z.lazy`; in a getter this is
   * unnecessary.
   */
  readonly lazy: boolean;
  /** True while the schema applies to the same value as its declaration. */
  readonly inPlace: boolean;
  /**
   * True for a part of a branch of `anyOf` or `oneOf` that applies to the same value as its
   * declaration.
   */
  readonly isBranch?: boolean;
  /**
   * The recursive schemas that flattened objects around this one consist of. Objects that contain
   * intersections of each other could be flattened without end, so these are referred to by name.
   */
  readonly around?: ReadonlySet<Schema>;
}

/** Returns the scope of a property or an item. */
export function inside(scope: Scope, lazy: boolean = scope.lazy): Scope {
  return { ...scope, lazy, inPlace: false };
}

/** Prints `z.name`. */
export function zod(printer: Printer, name: string): Printable {
  return [printer.z, `.${name}`];
}

/**
 * Converts an expression to a zod schema. The caller provides the type of a rule; `never` is
 * assignable everywhere.
 */
export function asSchema(
  printer: Printer,
  expression: Expression,
  type: Printable = "never",
): Printable {
  if (expression.kind === "schema") return expression.text;
  const rules = expression.rules ?? [expression.text];
  return withChecks([zod(printer, "custom"), "<", type, ">()"], rules);
}

/** Appends `.check(...)` if there are checks. */
export function withChecks(schema: Printable, checks: readonly Printable[]): Printable {
  return checks.length === 0 ? schema : call([schema, ".check"], ...checks);
}

/** A check for which zod has both a method (`.min(1)`) and a function (`z.minLength(1)`). */
export interface NativeCheck {
  readonly method: string;
  readonly name: string;
  readonly argument: Printable;
}

/** Appends checks to a schema: methods if the target has them, then the rules. */
export function chain(
  printer: Printer,
  base: Printable,
  natives: readonly NativeCheck[],
  rules: readonly Printable[],
): Printable {
  if (printer.target === "zod/mini") {
    const functions = natives.map(({ name, argument }) => call(zod(printer, name), argument));
    return withChecks(base, [...functions, ...rules]);
  }
  const methods = natives.map(({ method, argument }) => [`.${method}(`, argument, ")"]);
  return withChecks([base, ...methods], rules);
}
