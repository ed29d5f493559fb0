// References to declared schemas, by the constant's name.

import type { Declaration, Schema } from "@specwright/contract";
import { rulePlan } from "@specwright/print-rules";
import { call, type Expression, schemaExpression } from "./expression.ts";
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
  const { reaches } = rulePlan(printer.contract);
  if (!isItself && !reaches(declaration, scope.declaration, byAlternatives)) return false;
  const reason = "the schema contains itself without a property or an item in between";
  printer.report.add(scope.declaration.schema.source, keyword, reason);
  return true;
}

function isForward(printer: Printer, declaration: Declaration, scope: Scope): boolean {
  return (printer.plan.order.get(declaration) ?? 0) >= scope.index;
}
