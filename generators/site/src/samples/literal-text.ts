// Writes JSON values as TypeScript expressions, for samples.

import {
  dereference,
  type Encoding,
  integerKind,
  isFile,
  isFilePart,
  type ObjectSchema,
  type PartPositions,
  type Schema,
} from "@specwright/contract";
import { stringLiteral } from "@specwright/emit/print";
import { schemaParts } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";
import type { Reference } from "../reference/reference.ts";
import { sampleOf } from "./sample-of.ts";

/**
 * The schema and the place of a value. They determine which TypeScript form the generated client expects.
 */
export interface LiteralTyping {
  readonly schema: Schema | undefined;
  readonly reference: Reference;
  /** Whether strings that are files become `Blob` objects, as in forms. */
  readonly hasFiles?: boolean;
  /** The encodings of the members of a form, by name. */
  readonly encoding?: ReadonlyMap<string, Encoding>;
}

/**
 * Writes a value as a TypeScript expression, on several lines if necessary. With a schema, a 64-bit integer
 * becomes a `bigint`. Members that the type does not declare are spread into the object, because TypeScript
 * would reject them otherwise.
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
      : { ...typed, schema: inner, encoding: new Map() };
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
    return listText("[", texts, "]", indent);
  }
  const memberText = (member: JsonValue, property: Schema | undefined, name: string): string => {
    const encoding = typed?.encoding?.get(name);
    const isForm = typed?.hasFiles === true && property !== undefined;
    const valueText = (each: JsonValue, of: Schema | undefined, at: string): string =>
      isForm && of !== undefined && isFile(of, encoding?.contentType)
        ? "new Blob([file])"
        : literalText(each, at, within(of));
    if (encoding?.headersDeclaration === undefined || reference === undefined) {
      return valueText(member, property, inner);
    }
    const target = property === undefined ? undefined : dereference(property);
    const items = target?.kind === "schema" ? target.items : undefined;
    if (!isList(member)) {
      return withHeaders(valueText(member, property, inner), encoding, inner, reference);
    }
    const deeper = `${inner}  `;
    const texts = member.map((each) =>
      withHeaders(valueText(each, items, deeper), encoding, deeper, reference),
    );
    return listText("[", texts, "]", inner);
  };
  const texts: string[] = [];
  const others: string[] = [];
  const isClosed = isClosedType(parts);
  for (const [name, member] of Object.entries(value)) {
    const property = parts.find((part) => part.properties?.has(name))?.properties?.get(name);
    const text = `${propertyName(name)}: ${memberText(member, property, name)}`;
    (isClosed && property === undefined ? others : texts).push(text);
  }
  if (others.length > 0) texts.push(`...${listText("{", others, "}", inner)}`);
  return listText("{", texts, "}", indent);
}

/**
 * Writes unnamed parts as an array: one item for each position of the prefix, and one item for all further
 * parts.
 */
export function partsText({ prefix, rest }: PartPositions, reference: Reference): string {
  const texts = [...prefix, ...(rest === undefined ? [] : [rest])].map((position) => {
    const { schema, encoding } = position;
    const value = sampleOf(schema, reference, { reader: "request", isShort: true }) ?? null;
    const text = isFilePart(position)
      ? "new Blob([file])"
      : literalText(value, "    ", { schema, reference });
    return withHeaders(text, encoding, "    ", reference);
  });
  return listText("[", texts, "]", "  ");
}

/** Writes a part. If its encoding describes headers, adds sample headers. */
function withHeaders(
  text: string,
  encoding: Encoding | undefined,
  indent: string,
  reference: Reference,
): string {
  const schema = encoding?.headersDeclaration?.schema;
  if (schema === undefined) return text;
  const value = sampleOf(schema, reference, { reader: "request", isShort: true });
  const headers =
    value === undefined
      ? []
      : [`headers: ${literalText(value, `${indent}  `, { schema, reference })}`];
  return listText("{", [`value: ${text}`, ...headers], "}", indent);
}

/** Reports whether the type of an object allows only named members. */
function isClosedType(parts: readonly ObjectSchema[]): boolean {
  const isOpen = parts.some(
    ({ oneOf, anyOf, patternProperties, additionalProperties }) =>
      (oneOf ?? anyOf ?? patternProperties) !== undefined ||
      additionalProperties?.kind === "schema",
  );
  return !isOpen && parts.some(({ properties }) => properties !== undefined);
}

/** Writes a name as a property key in TypeScript. */
export function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

function listText(open: string, texts: readonly string[], close: string, indent: string): string {
  if (texts.length === 0) return open + close;
  const space = open === "{" ? " " : "";
  const short = `${open}${space}${texts.join(", ")}${space}${close}`;
  if (short.length + indent.length <= 60 && !short.includes("\n")) return short;
  return `${open}\n${texts.map((text) => `${indent}  ${text},\n`).join("")}${indent}${close}`;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
