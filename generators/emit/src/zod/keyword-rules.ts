// Prints keywords that zod cannot express exactly. They become rules of the runtime.

import type { ObjectSchema, Schema } from "@specwright/contract";
import {
  type PrintParts,
  arrayRules as printArrayRules,
  objectRules as printObjectRules,
} from "../rules/member-rules.ts";
import { printLogicRules, printRule, ruleReference } from "../rules/print-rule.ts";
import { printRuntimeRule } from "../rules/rule-printer.ts";
import { type RuleScope, ruleScope, within } from "../rules/rule-scope.ts";
import {
  numberRules as printNumberRules,
  stringRules as printStringRules,
  valueRules as printValueRules,
} from "../rules/scalar-rules.ts";
import {
  type Expression,
  innerScope,
  type Printer,
  ruleExpression,
  type Scope,
} from "./printer.ts";

/** Prints `type`, `const` and `enum`. */
export function valueRules({ rules }: Printer, schema: ObjectSchema): readonly Expression[] {
  return printValueRules(rules, schema).map(ruleExpression);
}

/** Prints the bounds of a number. */
export function numberRules({ rules }: Printer, schema: ObjectSchema): readonly Expression[] {
  return printNumberRules(rules, schema).map(ruleExpression);
}

/** Prints the lengths, pattern, content and format of a string. */
export function stringRules({ rules }: Printer, schema: ObjectSchema): readonly Expression[] {
  return printStringRules(rules, schema).map(ruleExpression);
}

/** Prints the keywords of an array. */
export function arrayRules(
  printer: Printer,
  schema: ObjectSchema,
  scope: Scope,
): readonly Expression[] {
  const parts = partPrinters(printer, scope);
  return printArrayRules(printer.rules, schema, parts, false).map(ruleExpression);
}

/** Prints the keywords of an object. */
export function objectRules(
  printer: Printer,
  schema: ObjectSchema,
  scope: Scope,
): readonly Expression[] {
  const parts = partPrinters(printer, scope);
  return printObjectRules(printer.rules, schema, parts, false).map(ruleExpression);
}

/** Prints `not`, `if` and `dependentSchemas`. */
export function logicRules(
  printer: Printer,
  schema: ObjectSchema,
  scope: Scope,
): readonly Expression[] {
  return printLogicRules(printer.rules, schema, ruleScopeOf(scope)).map(ruleExpression);
}

/** Prints a schema completely as a rule. If the schema has a name, prints the name of its rule. */
export function wholeRule(printer: Printer, schema: Schema, scope: Scope): Expression {
  const declaration = printer.contract.declarationOf(schema);
  if (declaration !== undefined) return ruleExpression(ruleReference(printer.rules, declaration));
  return ruleExpression(printRule(printer.rules, schema, ruleScopeOf(scope)));
}

/** Prints the rule that accepts every value. It replaces a part that is omitted. */
export function nothingMore({ rules }: Printer): Expression {
  return ruleExpression(printRuntimeRule(rules, "accept"));
}

/**
 * Returns the functions that print the parts of a schema. The schemas of members and items can be
 * zod schemas, which decode values. A schema that only tests a value is printed as a rule.
 */
function partPrinters(printer: Printer, scope: Scope): PrintParts {
  return {
    inner: (schema) =>
      schema.kind === "boolean"
        ? printRuntimeRule(printer.rules, schema.value ? "accept" : "reject")
        : printer.print(schema, innerScope(scope, "part", true)).text,
    tested: (schema) => printRule(printer.rules, schema, within(ruleScopeOf(scope))),
  };
}

function ruleScopeOf({ declaration, inPlace, isBranch }: Scope): RuleScope {
  return { ...ruleScope(declaration), inPlace, isBranch };
}
