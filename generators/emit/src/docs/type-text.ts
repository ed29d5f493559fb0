// Describes a schema in a few words, such as `array of Decimal` or `string (date-time)`. Names of schemas
// are links.

import {
  type Contract,
  markdownCode,
  type Names,
  type Schema,
  type TypePart,
  typeParts,
} from "@specwright/contract";

/** The contract, the names and the page for links to named schemas. */
export interface Links {
  readonly contract: Contract;
  readonly names: Names;
  /** The path of the page with the schemas. It is empty on that page itself. */
  readonly schemasPage: string;
}

/** Describes the values that a schema allows, as Markdown. */
export function typeText(
  schema: Schema,
  links: Links,
  options: { readonly named: boolean } = { named: true },
): string {
  return typeParts(schema, links.contract, options)
    .map((part) => partText(part, links))
    .join("");
}

function partText(part: TypePart, links: Links): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return markdownCode(part.text);
    case "value":
      return markdownCode(jsonText(part.value));
    case "name":
      return schemaLink(links.names.type(part.declaration), links);
  }
}

/** Formats a link to a named schema. */
export function schemaLink(name: string, { schemasPage }: Links): string {
  return `[${name}](${schemasPage}#${schemaAnchor(name)})`;
}

/** Returns the anchor of a heading that consists of a schema name. */
export function schemaAnchor(name: string): string {
  return name.toLowerCase();
}

/** Formats a JSON value, on one line unless `space` is set. Bigints are printed with all their digits. */
export function jsonText(value: unknown, space?: number): string {
  const text = JSON.stringify(
    value,
    (_key, each: unknown) => (typeof each === "bigint" ? { "~integer": String(each) } : each),
    space,
  );
  return text.replace(/\{\s*"~integer":\s*"(-?\d+)"\s*\}/g, "$1");
}
