// JSON values as TypeScript, for samples.

import { dereference, type ObjectSchema, type Schema } from "@specwright/contract";
import { integerKind, isFile, stringLiteral } from "@specwright/emit-kit/reading";
import type { JsonValue } from "@specwright/spec-loader";
import { schemaParts } from "../fields/schema-parts.ts";
import type { Reference } from "../pages/reference.ts";
import { sampleValue } from "./sample-value.ts";

/** What a value is of, so that it is written as the generated client takes it. */
export interface LiteralTyping {
  readonly schema: Schema | undefined;
  readonly reference: Reference;
  /** Whether strings that are files are written as such, as in forms. */
  readonly hasFiles?: boolean;
  /** The schemas of the headers of parts, by the member of a form. */
  readonly partHeaders?: ReadonlyMap<string, Schema>;
}

/**
 * Writes a value as an expression over several lines. With a schema, integers of 64 bits are
 * written as `bigint`, and members that the type does not name are spread into the object, as
 * TypeScript requires.
 */
export function literalText(value: JsonValue, indent: string, typed?: LiteralTyping): string {
  const { schema, reference } = typed ?? {};
  const parts =
    schema === undefined || reference === undefined
      ? []
      : schemaParts(schema, reference.contract).parts;
  const within = (inner: Schema | undefined): typeof typed =>
    inner === undefined || typed === undefined
      ? undefined
      : { ...typed, schema: inner, partHeaders: new Map() };
  if (typed?.hasFiles === true && schema !== undefined && isFile(schema)) {
    return "new Blob([file])";
  }
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
  const texts: string[] = [];
  const others: string[] = [];
  const isClosed = isClosedType(parts);
  for (const [name, member] of Object.entries(value)) {
    const property = parts.find((part) => part.properties?.has(name))?.properties?.get(name);
    const part = partOf(typed, name);
    const written =
      part === undefined
        ? literalText(member, inner, within(property))
        : partText(member, inner, { ...part, item: within(property) });
    const text = `${propertyName(name)}: ${written}`;
    (isClosed && property === undefined ? others : texts).push(text);
  }
  if (others.length > 0) texts.push(`...${list("{", others, "}", inner)}`);
  return list("{", texts, "}", indent);
}

/** A part with headers: the text of those that it needs, and the typing of its value. */
interface PartTyping {
  readonly headers: string | undefined;
  readonly item: LiteralTyping | undefined;
}

/** Returns the headers of a member that is a part with headers. */
function partOf(
  typed: LiteralTyping | undefined,
  name: string,
): Pick<PartTyping, "headers"> | undefined {
  const schema = typed?.partHeaders?.get(name);
  if (typed === undefined || schema === undefined) return undefined;
  const value = sampleValue(schema, typed.reference, "request");
  const { reference } = typed;
  return {
    headers: value === undefined ? undefined : literalText(value, "    ", { schema, reference }),
  };
}

/** Writes a member that is a part with headers, or a list of such parts. */
function partText(value: JsonValue, indent: string, { headers, item }: PartTyping): string {
  const more = headers === undefined ? [] : [`headers: ${headers}`];
  const whole = (text: string, at: string): string =>
    list("{", [`value: ${text}`, ...more], "}", at);
  const target = item?.schema === undefined ? undefined : dereference(item.schema);
  const items = target?.kind === "schema" ? target.items : undefined;
  if (!isList(value) || item === undefined) return whole(literalText(value, indent, item), indent);
  const inner = `${indent}  `;
  const texts = value.map((each) =>
    whole(literalText(each, inner, { ...item, schema: items }), inner),
  );
  return list("[", texts, "]", indent);
}

/** Reports whether the type of an object has named members only. */
function isClosedType(parts: readonly ObjectSchema[]): boolean {
  const isOpen = parts.some(
    ({ oneOf, anyOf, patternProperties, additionalProperties }) =>
      (oneOf ?? anyOf ?? patternProperties) !== undefined ||
      additionalProperties?.kind === "schema",
  );
  return !isOpen && parts.some(({ properties }) => properties !== undefined);
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
