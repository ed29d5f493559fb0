// Prints references to declared schemas as the names of their constants.

import type { Declaration, Schema } from "@specwright/contract";
import {
  type Expression,
  type Printer,
  printCall,
  type Scope,
  schemaExpression,
  zod,
} from "./printer.ts";

/** Prints the name of the schema that a `$ref` refers to. */
export function printReference(printer: Printer, target: Schema, scope: Scope): Expression {
  const declaration = printer.contract.declarationOf(target);
  if (declaration === undefined) return printer.print(target, scope);
  const name = printer.names.schema(declaration);
  if (!isForward(printer, declaration, scope))
    return { ...schemaExpression(name), hasShape: printer.objects.has(declaration) };
  if (scope.lazy) return schemaExpression(printCall(zod(printer, "lazy"), `() => ${name}`));
  return { kind: "schema", text: name, forward: true };
}

function isForward(printer: Printer, declaration: Declaration, scope: Scope): boolean {
  return (printer.plan.order.get(declaration) ?? 0) >= scope.index;
}
