// JSON values of a document as TypeScript expressions, and names as property keys.

import type { JsonObject, JsonValue } from "@specwright/spec-loader";
import { fill, group, indent, line, list, type Printable, softline } from "./printable.ts";
import { stringLiteral } from "./string-literal.ts";

/** Formats a JSON value as an expression; integers beyond the safe range as `123n`. */
export function literal(value: JsonValue): Printable {
  switch (typeof value) {
    case "string":
      return stringLiteral(value);
    case "number":
      return numberLiteral(value);
    case "bigint":
      return `${value}n`;
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      return isArray(value) ? arrayLiteral(value) : objectLiteral(value);
    default:
      return value satisfies never;
  }
}

/**
 * Formats a name as a property key of an object literal, an interface or a class: `name` or
 * `"odd-name"`.
 */
export function propertyKey(name: string): string {
  // A plain `__proto__` key of an object literal sets the prototype; a computed one is a property.
  if (name === "__proto__") return '["__proto__"]';
  return plainKey.test(name) ? name : stringLiteral(name);
}

/** Formats the access to a property: `.name` or `["odd-name"]`. */
export function propertyAccess(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}

const plainKey = /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d{0,14})$/;

function numberLiteral(value: number): string {
  if (Object.is(value, -0)) return "-0";
  return String(value).replace("e+", "e");
}

function arrayLiteral(values: readonly JsonValue[]): Printable {
  // Numbers fill the lines, as formatters print them.
  if (values.length > 1 && values.every((value) => typeof value === "number")) {
    const items = values.map((value, index) =>
      index === values.length - 1 ? numberLiteral(value) : `${numberLiteral(value)},`,
    );
    return group("[", indent(softline, fill(items)), softline, "]");
  }
  return list("[", values.map(literal), "]");
}

function objectLiteral(value: JsonObject): Printable {
  const items = Object.keys(value).map((key): Printable => {
    const item = value[key] ?? null;
    const text = literal(item);
    if (typeof item === "string") return group(propertyKey(key), ":", indent(line, text));
    return [propertyKey(key), ": ", text];
  });
  return list("{", items, "}", { padding: true });
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
