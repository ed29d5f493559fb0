// Prints how an operation divides a list into pages, as data for the client.

import {
  dereference,
  type HttpOperation,
  integerKind,
  type Pagination,
  valueForm,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import type { Printable } from "../print/printable.ts";
import { printRule } from "./object-literal.ts";

/** Prints the pagination of an operation; returns `undefined` if it has none. */
export function printPagination(
  context: EmitContext,
  operation: HttpOperation,
): Printable | undefined {
  const { pagination } = operation;
  return pagination && printRule(describePagination(context, operation, pagination));
}

function describePagination(
  context: EmitContext,
  operation: HttpOperation,
  pagination: Pagination,
): object {
  const { source: _, kind, items, ...rule } = pagination;
  if (kind === "cursor" || kind === "link") return { kind, items, ...rule };
  const { parameter, limit, hasMore } = pagination;
  const type = numberType(context, operation, parameter);
  const total = kind === "page" ? pagination.totalPages : pagination.totalItems;
  const first = kind === "page" && pagination.first === 0 ? 0 : undefined;
  return { kind, items, parameter, type, first, limit, total, hasMore };
}

/** Returns the TypeScript type of the parameter; `undefined` if it is `number`. */
function numberType(
  { valueTypes, int64 }: EmitContext,
  { parameters }: HttpOperation,
  name: string,
): "bigint" | "string" | undefined {
  const parameter = parameters.find((each) => each.in === "query" && each.name === name);
  const schema = parameter?.schema && dereference(parameter.schema);
  if (schema?.kind !== "schema") return undefined;
  if (valueForm(schema, "integer", valueTypes)?.type === "string") return "string";
  return integerKind(schema, int64) === "bigint" ? "bigint" : undefined;
}
