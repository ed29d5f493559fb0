import type { Schema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { type PartKeyword, partKeywords } from "./part-keywords.ts";

/** Replaces all schemas that the copy of a schema contains or refers to. */
export function copyParts(copy: SchemaDraft, replace: (part: Schema) => Schema): void {
  for (const field of Object.keys(copy)) {
    const found = partKeywords.get(field);
    if (found !== undefined) replaceParts(copy, found, replace);
  }
  const { discriminator } = copy;
  if (discriminator !== undefined)
    copy.discriminator = {
      ...discriminator,
      mapping: replaceAll(discriminator.mapping, replace),
    };
}

function replaceParts(
  copy: SchemaDraft,
  { form, keyword }: PartKeyword,
  replace: (part: Schema) => Schema,
): void {
  switch (form) {
    case "map":
      if (copy[keyword] !== undefined) copy[keyword] = replaceAll(copy[keyword], replace);
      break;
    case "list":
      if (copy[keyword] !== undefined) copy[keyword] = copy[keyword].map(replace);
      break;
    case "single":
      if (copy[keyword] !== undefined) copy[keyword] = replace(copy[keyword]);
      break;
    case "reference":
      if (copy[keyword] !== undefined)
        copy[keyword] = { ...copy[keyword], target: replace(copy[keyword].target) };
      break;
    default:
      form satisfies never;
  }
}

function replaceAll(
  parts: ReadonlyMap<string, Schema>,
  replace: (part: Schema) => Schema,
): ReadonlyMap<string, Schema> {
  const replaced = new Map<string, Schema>();
  for (const [name, part] of parts) replaced.set(name, replace(part));
  return replaced;
}
