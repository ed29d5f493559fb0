// References to declared schemas, by the constant's name.

import type { Declaration, Schema } from "@specwright/contract";
import { call, type Expression, ruleExpression, schemaExpression } from "./expression.ts";
import { rule } from "./keyword-rules.ts";
import { type Printer, type Scope, zod } from "./printer.ts";

/** Prints what a `$ref` points at. */
export function printReference(printer: Printer, target: Schema, scope: Scope): Expression {
  const declaration = printer.contract.declarationOf(target);
  if (declaration === undefined) return printer.print(target, scope);
  const name = printer.names.schema(declaration);
  if (!isForward(printer, declaration, scope)) return schemaExpression(name);
  if (scope.lazy) return schemaExpression(call(zod(printer, "lazy"), `() => ${name}`));
  return { kind: "schema", text: name, forward: true };
}

/** Prints a reference to the rule of a declaration. */
export function printRuleReference(
  printer: Printer,
  declaration: Declaration,
  scope: Scope,
): Expression {
  const name = ruleName(printer, declaration);
  if (!isForward(printer, declaration, scope)) return ruleExpression(name);
  return ruleExpression(call(printer.runtime("lazy"), `() => ${name}`));
}

/** Returns the name of the rule of a declaration. */
export function ruleName(printer: Printer, declaration: Declaration): string {
  const type = printer.names.type(declaration);
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}Rule`;
}

/**
 * Reports whether a conjunct would make the declaration check the same value endlessly, and adds a
 * diagnostic if so.
 */
export function isEndless(
  printer: Printer,
  target: Schema,
  scope: Scope,
  keyword: string,
  byAlternatives: boolean,
): boolean {
  if (!scope.inPlace) return false;
  const declaration = printer.contract.declarationOf(target);
  if (declaration === undefined) return false;
  const isItself = declaration === scope.declaration;
  if (!isItself && !printer.plan.reaches(declaration, scope.declaration, byAlternatives))
    return false;
  const reason = "the schema contains itself without a property or an item in between";
  printer.report.add(scope.declaration.schema.source, keyword, reason);
  return true;
}

/** Prints the replacement of an omitted conjunct. */
export function printNothingMore(printer: Printer): Expression {
  return rule(printer, "accept");
}

function isForward(printer: Printer, declaration: Declaration, scope: Scope): boolean {
  return (printer.plan.order.get(declaration) ?? 0) >= scope.index;
}
