// A schema in a few words: `array of Decimal`, `string (date-time)`, with links to named schemas.

import type { Contract, ObjectSchema, Schema } from "@specwright/contract";
import { markdownCode, type Names } from "@specwright/emit-kit";

/** The context of links to named schemas. */
export interface Links {
  readonly contract: Contract;
  readonly names: Names;
  /** The page with the schemas; empty on that page itself. */
  readonly schemasPage: string;
}

const maxDepth = 3;

/** Describes the values that a schema allows, as Markdown. */
export function typeText(schema: Schema, links: Links, depth = 0): string {
  if (schema.kind === "boolean") return schema.value ? "anything" : "nothing";
  const declaration = links.contract.declarationOf(schema);
  if (declaration !== undefined && depth > 0) return link(links.names.type(declaration), links);
  if (schema.ref !== undefined) return typeText(schema.ref.target, links, depth + 1);
  if (schema.const !== undefined) return markdownCode(jsonText(schema.const.value));
  if (schema.enum !== undefined)
    return schema.enum.map((value) => markdownCode(jsonText(value))).join(", ");
  const branches = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (branches !== undefined && depth < maxDepth) {
    const word = schema.allOf === branches ? " and " : " or ";
    return [...new Set(branches.map((branch) => typeText(branch, links, depth + 1)))].join(word);
  }
  return plainType(schema, links, depth);
}

/** Links to a named schema. */
export function link(name: string, { schemasPage }: Links): string {
  return `[${name}](${schemasPage}#${anchor(name)})`;
}

/** Returns the anchor of a heading that is one identifier. */
export function anchor(name: string): string {
  return name.toLowerCase();
}

/** Writes a JSON value on one line, integers exact. */
export function jsonText(value: unknown, space?: number): string {
  const text = JSON.stringify(
    value,
    (_key, each: unknown) => (typeof each === "bigint" ? { "~integer": String(each) } : each),
    space,
  );
  return text.replace(/\{\s*"~integer":\s*"(-?\d+)"\s*\}/g, "$1");
}

function plainType(schema: ObjectSchema, links: Links, depth: number): string {
  const types = schema.types ?? [];
  if (types.length === 0) return schema.properties === undefined ? "anything" : "object";
  return types
    .map((type) => {
      if (type === "array" && schema.items !== undefined && depth < maxDepth) {
        return `array of ${typeText(schema.items, links, depth + 1)}`;
      }
      const isScalar = type === "string" || type === "integer" || type === "number";
      return isScalar && schema.format !== undefined
        ? `${type} (${markdownCode(schema.format)})`
        : type;
    })
    .join(" or ");
}
