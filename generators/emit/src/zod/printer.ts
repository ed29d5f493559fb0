// Facts about all declarations. The emitter must know them before it prints the first declaration.

import {
  type Contract,
  type Declaration,
  type Defaults,
  hasLiteralTag,
  type Int64Type,
  integerKind,
  isPureReference,
  type Names,
  type ObjectSchema,
  pascalCase,
  type Schema,
  unionTag,
  type ValueForm,
  type ValueTypes,
  valueForms,
} from "@specwright/contract";
import { emitPart } from "../print/emit.ts";
import type { NotEnforcedReport } from "../print/not-enforced.ts";
import type { ImportSymbol, Printable } from "../print/printable.ts";
import { join, list } from "../print/printable.ts";
import { leadingTo, objectSchemas } from "../rules/reach.ts";
import type { Direction, RulePrinter } from "../rules/rule-printer.ts";
import { objectForm } from "./flatten-object.ts";

/** How declarations are printed. */
interface Plan {
  /** The position of each declaration in the output. */
  readonly order: ReadonlyMap<Declaration, number>;
  /** The declarations that are branches of a `z.discriminatedUnion`. */
  readonly discriminable: ReadonlySet<Declaration>;
  /**
   * Reports whether a schema is printed as one rule. This is necessary if the schema depends on
   * evaluated members, because zod does not track them.
   */
  isRule(schema: ObjectSchema): boolean;
  /** Reports whether a branch is printed as a zod object with a literal for its tag. */
  isTaggedObject(branch: Schema, tag: string): boolean;
  /** Reports whether a schema converts its value or a part of it, such as an integer to a bigint. */
  isConverting(schema: Schema): boolean;
}

/** Plans the output for a contract. */
export function makePlan(
  { contract, int64, valueTypes }: Pick<Printer, "contract" | "int64" | "valueTypes">,
  direction: Direction | undefined,
): Plan {
  const isRule = (schema: ObjectSchema): boolean =>
    (schema.unevaluatedProperties ?? schema.unevaluatedItems) !== undefined;
  const isTaggedObject = (branch: Schema, tag: string): boolean => {
    const form = objectForm(branch, direction);
    return form !== undefined && hasLiteralTag(form, tag);
  };
  const discriminable = new Set<Declaration>();
  const addOptions = (schema: ObjectSchema): void => {
    for (const union of [schema.oneOf, schema.anyOf]) {
      const tag = union && unionTag(union, schema.discriminator);
      if (union === undefined || tag?.isConstant !== true) continue;
      if (!union.every((branch) => isTaggedObject(branch, tag.property))) continue;
      for (const option of branchDeclarations(union, contract)) discriminable.add(option);
    }
  };
  for (const schema of objectSchemas(contract)) {
    emitPart(schema.source, () => addOptions(schema));
  }
  const order = new Map(contract.declarations.map((declaration, index) => [declaration, index]));
  const isConverted = (schema: ObjectSchema): boolean =>
    (schema.types?.includes("integer") === true && integerKind(schema, int64) === "bigint") ||
    valueForms(schema, valueTypes).length > 0;
  const converting = leadingTo(contract, isConverted, "decoded");
  const isConverting = (schema: Schema): boolean => converting.has(schema);
  return { order, discriminable, isRule, isTaggedObject, isConverting };
}

/**
 * Returns the declarations of the branches of a union. If a branch is an alias, also returns the
 * declaration that the alias refers to.
 */
function branchDeclarations(union: readonly Schema[], contract: Contract): readonly Declaration[] {
  const found = new Set<Declaration>();
  const add = (target: Schema): void => {
    const declaration = contract.declarationOf(target);
    if (declaration === undefined || found.has(declaration)) return;
    found.add(declaration);
    if (isPureReference(target)) add(target.ref.target);
  };
  for (const branch of union) {
    add(branch.kind === "schema" ? (branch.ref?.target ?? branch) : branch);
  }
  return [...found];
}

// The state that all functions share that print schemas.

/** The variant of zod that the output imports. */
export type ZodTarget = "zod" | "zod/mini";

/** A constant that the file declares before its schemas. */
export type Prelude = "int64" | "uint64" | "bigInteger" | "double";

/**
 * A place in a declaration. If a schema gets its own constant, the name of the constant consists of
 * the words of the place.
 */
interface Place {
  /** The place around this place; undefined for a declaration. */
  readonly before?: Place;
  /** The name of the declaration or the member. */
  readonly word: string;
}

/** Prints the schemas of one contract. */
export interface Printer {
  readonly contract: Contract;
  readonly names: Names;
  readonly plan: Plan;
  /** Prints rules for keywords that zod cannot express exactly. */
  readonly rules: RulePrinter;
  readonly report: NotEnforcedReport;
  readonly target: ZodTarget;
  /** The type of 64-bit integers. */
  readonly int64: Int64Type;
  /** The TypeScript types of other values that have several possible types. */
  readonly valueTypes: ValueTypes;
  /** The defaults that are added when a value is read. */
  readonly defaults: Defaults;
  /** The value forms that the printed schemas use, by name. */
  readonly forms: Map<string, ValueForm>;
  /** The namespace import of zod. */
  readonly z: ImportSymbol;
  /** The declarations printed so far that are a `z.object` with members. */
  readonly objects: Set<Declaration>;
  /** The constants of the prelude that the printed schemas use. */
  readonly prelude: Set<Prelude>;
  /** The expressions of the leaves that have been printed, by kind. */
  readonly leaves: Map<string, Expression>;
  /** Returns an import from the runtime. */
  runtime(name: string): ImportSymbol;
  /** Prints any schema. */
  print(schema: Schema, scope: Scope): Expression;
}

/** The context of a schema. */
export interface Scope {
  /** The declaration being printed, and its position in the output. */
  readonly declaration: Declaration;
  readonly index: number;
  readonly place: Place;
  /**
   * Whether a constant that is declared later must be wrapped in `z.lazy`. A getter makes this
   * unnecessary.
   */
  readonly lazy: boolean;
  /** Whether the schema applies to the same value as its declaration. */
  readonly inPlace: boolean;
  /**
   * Whether the schema is part of a branch of `anyOf` or `oneOf` that applies to the same value as
   * its declaration.
   */
  readonly isBranch?: boolean;
  /**
   * The recursive schemas in the flattened objects around the current schema. They are printed by
   * name. Otherwise, flattening two objects that contain each other would never end.
   */
  readonly around?: ReadonlySet<Schema>;
}

/** Returns the scope of a property or an item. */
export function innerScope(scope: Scope, word: string, lazy: boolean = scope.lazy): Scope {
  return { ...scope, place: { before: scope.place, word }, lazy, inPlace: false };
}

/** Returns the name of a place, such as `OrderViewPrice`. */
export function placeName({ before, word }: Place): string {
  return before === undefined ? word : placeName(before) + pascalCase(word);
}

/** Prints `z.name`. */
export function zod(printer: Printer, name: string): Printable {
  return [printer.z, `.${name}`];
}

/**
 * Converts an expression to a zod schema. A rule becomes a `z.custom` of the given type. The
 * default type is `never`, because it is assignable to every type.
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
  return checks.length === 0 ? schema : printCall([schema, ".check"], ...checks);
}

/** A check for which zod has both a method (`.min(1)`) and a function (`z.minLength(1)`). */
export interface NativeCheck {
  readonly method: string;
  readonly name: string;
  readonly argument: Printable;
}

/**
 * Appends checks to a schema. Native checks are printed as methods if the target has methods. The
 * rules follow.
 */
export function appendChecks(
  printer: Printer,
  base: Printable,
  natives: readonly NativeCheck[],
  rules: readonly Printable[],
): Printable {
  if (printer.target === "zod/mini") {
    const functions = natives.map(({ name, argument }) => printCall(zod(printer, name), argument));
    return withChecks(base, [...functions, ...rules]);
  }
  const methods = natives.map(({ method, argument }) => [`.${method}(`, argument, ")"]);
  return withChecks([base, ...methods], rules);
}

/** A printed schema. */
export interface Expression {
  /**
   * Whether the expression is a zod schema or a rule of the runtime. A rule can contain both. A zod
   * schema can contain a rule only in `.check()`.
   */
  readonly kind: "schema" | "rule";
  readonly text: Printable;
  /** Whether the expression uses a constant that is declared later, outside of any function. */
  readonly forward: boolean;
  /** Whether the expression is a `z.object` with members, so that it has a `shape`. */
  readonly hasShape?: boolean;
  /**
   * The rules that the expression applies one after the other; absent if it applies fewer than two.
   */
  readonly rules?: readonly Printable[];
}

/** Creates an expression that is a zod schema. It is forward if one of its parts is forward. */
export function schemaExpression(text: Printable, parts: readonly Expression[] = []): Expression {
  return { kind: "schema", text, forward: isForward(parts) };
}

/**
 * Creates an expression that is a rule. It is never forward, because a rule uses constants that are
 * declared later only inside functions.
 */
export function ruleExpression(text: Printable): Expression {
  return { kind: "rule", text, forward: false };
}

/** Creates a rule that applies several rules one after the other, with `allOf` of the runtime. */
export function ruleSequence(allOf: ImportSymbol, parts: readonly Expression[]): Expression {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === "rule") return only;
  const all = combineRules(allOf, parts);
  const rules = parts.map((part) => part.text);
  return parts.every((part) => part.kind === "rule") ? { ...all, rules } : all;
}

/** Combines several expressions to one rule with a function of the runtime. */
export function combineRules(combine: ImportSymbol, parts: readonly Expression[]): Expression {
  const texts = parts.map((part) => part.text);
  return { ...ruleExpression(printCall(combine, ...texts)), forward: isForward(parts) };
}

/** Reports whether a part uses a constant that is declared later. */
export function isForward(parts: readonly Expression[]): boolean {
  return parts.some((part) => part.forward);
}

/**
 * Prints `callee(a, b)`. If the arguments do not fit on one line, prints one argument per line.
 */
export function printCall(callee: Printable, ...args: readonly Printable[]): Printable {
  return [callee, list("(", args, ")")];
}

/**
 * Prints `callee("a", [b])`. The last argument is an object or array literal. Its brackets stay on
 * the lines of the parentheses of the call.
 */
export function callWithLiteral(callee: Printable, ...args: readonly Printable[]): Printable {
  return [callee, "(", join(", ", args), ")"];
}
