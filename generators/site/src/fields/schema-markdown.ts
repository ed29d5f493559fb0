// Writes fields in Markdown as nested lists.

import { markdown, markdownCode } from "@specwright/contract";
import { jsonText } from "@specwright/diff";
import { itemMarkdown } from "../text/description-markdown.ts";
import { linkText } from "../text/markdown-text.ts";
import { plainText } from "../text/plain-text.ts";
import type { FieldNode, SchemaNode, TypeWord } from "./schema-node.ts";
import { shortenText } from "./schema-words.ts";

/** Writes a schema as a line with the type, followed by a list of the fields. */
export function schemaMarkdown(node: SchemaNode, above: string): string {
  return `${typeMarkdown(node.type, above)}${factsMarkdown(node)}\n\n${contentMarkdown(node, above, "")}`;
}

/** Writes the fields and variants of a schema as a list. */
export function contentMarkdown(node: SchemaNode, above: string, indent: string): string {
  const { fields, variants, continued, isAnyOf } = node;
  let text = "";
  for (const field of fields) text += fieldMarkdown(field, above, indent);
  for (const { label, tag, node: variant } of variants) {
    const condition =
      tag === undefined
        ? ""
        : ` (${markdownCode(tag.field)} is ${tag.values.map(markdownCode).join(" or ")})`;
    const words = itemMarkdown(variant.description, `${indent}  `);
    text += `${indent}- ${isAnyOf ? "Any" : "One"} of: **${markdown(label)}**${condition}${factsMarkdown(variant)}${words === "" ? "" : `.${words}`}\n`;
    text += contentMarkdown(variant, above, `${indent}  `);
  }
  if (continued?.path !== undefined) {
    text += `${indent}- Its fields: ${linkText(continued.text, above + continued.path)}\n`;
  }
  return text;
}

/** Writes a field as a list item. */
export function fieldMarkdown(
  { name, label, isRequired, node }: FieldNode,
  above: string,
  indent: string,
): string {
  const title = name === undefined ? `*${markdown(label)}*` : markdownCode(label);
  const presence = isRequired ? ", required" : "";
  const words = itemMarkdown(node.description, `${indent}  `);
  return `${indent}- ${title}: ${typeMarkdown(node.type, above)}${presence}${factsMarkdown(node)}.${words}
${contentMarkdown(node, above, `${indent}  `)}`;
}

/** Writes a type. Names of schemas link to their pages. */
export function typeMarkdown(type: readonly TypeWord[], above: string): string {
  return type
    .map(({ text, path, isCode }) => {
      if (path !== undefined) return linkText(text, above + path);
      return isCode === true ? markdownCode(text) : text;
    })
    .join("");
}

/** Writes the marks, limits and values of a schema, in parentheses. */
export function factsMarkdown({
  marks,
  limits,
  patterns,
  values,
  default: preset,
  examples,
}: SchemaNode): string {
  const facts = [
    ...marks,
    ...limits.map(markdown),
    ...patterns.map((pattern) => `matches ${markdownCode(pattern)}`),
  ];
  const [only] = values;
  if (values.length === 1 && only !== undefined) facts.push(`always ${valueMarkdown(only.value)}`);
  if (values.length > 1)
    facts.push(`one of ${values.map((each) => valueMarkdown(each.value)).join(", ")}`);
  if (preset !== undefined) facts.push(`default ${valueMarkdown(preset)}`);
  const [example] = examples;
  if (example !== undefined) facts.push(`for example ${valueMarkdown(example)}`);
  return facts.length === 0 ? "" : ` (${facts.join("; ")})`;
}

function valueMarkdown(json: Parameters<typeof jsonText>[0]): string {
  return markdownCode(shortenText(plainText(jsonText(json))));
}
