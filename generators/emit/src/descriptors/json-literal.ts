// Prints JSON values of a document as TypeScript literals.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import { literal } from "../print/literal.ts";
import { list, type Printable } from "../print/printable.ts";
import { printObject } from "./object-literal.ts";

/** Prints JSON as a literal. */
export function printJson(value: JsonValue): Printable {
  if (isJsonArray(value)) return list("[", value.map(printJson), "]");
  if (isJsonObject(value)) {
    return printObject(Object.entries(value).map(([name, each]) => [name, printJson(each)]));
  }
  return value === null ? "null" : literal(typeof value === "bigint" ? Number(value) : value);
}

/** Returns a copy of an object without the members in `names`. */
export function withoutMembers(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}
