// JSON values as TypeScript, for samples.

import type { Schema } from "@specwright/contract";
import { integerKind, stringLiteral } from "@specwright/emit-kit/reading";
import type { JsonValue } from "@specwright/spec-loader";
import { schemaParts } from "../fields/schema-parts.ts";
import type { Reference } from "../pages/reference.ts";

/**
 * Writes a value as an expression over several lines. With a schema, integers are written as the
 * generated client takes them: those of 64 bits as `bigint`.
 */
export function literalText(
  value: JsonValue,
  indent: string,
  typed?: { readonly schema: Schema | undefined; readonly reference: Reference },
): string {
  const { schema, reference } = typed ?? {};
  const parts =
    schema === undefined || reference === undefined
      ? []
      : schemaParts(schema, reference.contract).parts;
  const within = (inner: Schema | undefined): typeof typed =>
    inner === undefined || reference === undefined ? undefined : { schema: inner, reference };
  switch (typeof value) {
    case "string":
      return stringLiteral(value);
    case "bigint":
      return `${value}n`;
    case "number": {
      const isBig =
        Number.isSafeInteger(value) && parts.some((part) => integerKind(part) === "bigint");
      return isBig ? `${value}n` : String(value);
    }
    case "boolean":
      return String(value);
    case "object":
      break;
    default:
      return value satisfies never;
  }
  if (value === null) return "null";
  const inner = `${indent}  `;
  if (isList(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items;
    const texts = value.map((each) => literalText(each, inner, within(items)));
    return list("[", texts, "]", indent);
  }
  const texts = Object.entries(value).map(([name, member]) => {
    const property = parts.find((part) => part.properties?.has(name))?.properties?.get(name);
    return `${propertyName(name)}: ${literalText(member, inner, within(property))}`;
  });
  return list("{", texts, "}", indent);
}

/** Writes a name as a property key. */
export function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

function list(open: string, texts: readonly string[], close: string, indent: string): string {
  if (texts.length === 0) return open + close;
  const space = open === "{" ? " " : "";
  const short = `${open}${space}${texts.join(", ")}${space}${close}`;
  if (short.length + indent.length <= 60 && !short.includes("\n")) return short;
  return `${open}\n${texts.map((text) => `${indent}  ${text},\n`).join("")}${indent}${close}`;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
