// Writes fields in HTML as nested lists. Each field has an id, and a link with this id.

import { jsonText } from "@specwright/diff";
import { anchorLink, pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { description } from "../text/description.ts";
import { codeBlock } from "../text/highlight.ts";
import { plainText } from "../text/plain-text.ts";
import { sentence } from "../text/sentence.ts";
import type { FieldNode, ListedValue, SchemaNode, TypeWord, VariantNode } from "./schema-node.ts";
import { shortenText } from "./schema-words.ts";

/** The number of listed values and of examples that are visible. All further ones are folded. */
const fewValues = 12;
const fewExamples = 3;

/** Writes a schema. `above` is the path from the page to the root of the version. */
export function schemaHtml(node: SchemaNode, above: string): Html {
  return html`<div class="schema" id="${node.anchor}">
<p class="schema-type"><span class="type">${typeHtml(node.type, above)}</span>${marksHtml(node.marks)}</p>
${factsHtml(node)}${contentHtml(node, above)}${rulesHtml(node)}</div>
`;
}

/** Writes the fields and variants of a schema, or a link to them. */
export function contentHtml(node: SchemaNode, above: string): Html {
  const { fields, variants, continued, isAnyOf } = node;
  return html`${fieldListHtml(fields, above)}${
    variants.length > 0 &&
    html`<div class="variants">
<p class="variants-title">${isAnyOf ? "Any of" : "One of"} ${variants.length} variants:</p>
${variants.map((variant) => variantHtml(variant, above))}</div>
`
  }${continued !== undefined && continuedHtml(continued, above)}`;
}

/** Caches the HTML of types, because a type has the same list of words on every page. */
const knownTypes = new Map<string, WeakMap<readonly TypeWord[], Html>>();

/** Writes a type. Names of schemas link to their pages. */
export function typeHtml(type: readonly TypeWord[], above: string): Html {
  const known = knownTypes.get(above) ?? new WeakMap<readonly TypeWord[], Html>();
  knownTypes.set(above, known);
  const written = known.get(type) ?? writeType(type, above);
  known.set(type, written);
  return written;
}

function writeType(type: readonly TypeWord[], above: string): Html {
  return html`${type.map(({ text, path, isCode }) => {
    if (path !== undefined) return html`<a href="${pageLink(above + path)}">${text}</a>`;
    return isCode === true ? html`<code>${text}</code>` : text;
  })}`;
}

/**
 * A list with more fields is folded. Its required fields stay visible, at least the first ten fields and at
 * most this number.
 */
const maxUnfolded = 15;
const fewFields = 10;

/** Writes fields as a list. The last fields of a long list are folded. */
export function fieldListHtml(fields: readonly FieldNode[], above: string): Html {
  if (fields.length === 0) return html``;
  const list = (some: readonly FieldNode[]): Html => html`<ul class="fields">
${some.map((field) => fieldHtml(field, above))}</ul>
`;
  const required = fields.filter(({ isRequired }) => isRequired).length;
  const first = Math.max(fewFields, Math.min(required, maxUnfolded));
  if (fields.length <= maxUnfolded) return list(fields);
  return html`${list(fields.slice(0, first))}<details class="nested more"><summary>${countOf(fields.length - first, "more field")}</summary>
${list(fields.slice(first))}</details>
`;
}

function fieldHtml({ name, label, isRequired, node }: FieldNode, above: string): Html {
  const title = name === undefined ? html`<i>${label}</i>` : html`<code>${label}</code>`;
  return html`<li class="field" id="${node.anchor}">
<p class="field-head"><span class="name">${title}</span> <a class="anchor" href="${anchorLink(node.anchor)}" aria-label="Link to ${label}">#</a> <span class="type">${typeHtml(node.type, above)}</span>${name !== undefined && presenceHtml(isRequired)}${marksHtml(node.marks)}</p>
${description(node.description)}${factsHtml(node)}${nestedHtml(node, label, above)}${rulesHtml(node)}</li>
`;
}

/** Writes "required" or "optional". */
export function presenceHtml(isRequired: boolean): Html {
  return isRequired
    ? html` <span class="required">required</span>`
    : html` <span class="optional">optional</span>`;
}

/** Writes marks of a schema such as "deprecated". */
export function marksHtml(marks: readonly string[]): Html {
  return html`${marks.map((mark) => html` <span class="mark">${mark}</span>`)}`;
}

function nestedHtml(node: SchemaNode, label: string, above: string): Html {
  const { fields, variants, continued, isList } = node;
  if (fields.length + variants.length === 0) {
    return html`${continued !== undefined && continuedHtml(continued, above)}`;
  }
  const parts = [
    ...(fields.length > 0 ? [countOf(fields.length, "field")] : []),
    ...(variants.length > 0 ? [countOf(variants.length, "variant")] : []),
  ].join(" and ");
  return html`<details class="nested"><summary>${parts} of ${isList ? "each item of " : ""}<code>${label}</code></summary>
${contentHtml(node, above)}</details>
`;
}

function countOf(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function variantHtml({ label, tag, node }: VariantNode, above: string): Html {
  const condition =
    tag !== undefined &&
    html` <span class="condition">if <code>${plainText(tag.field)}</code> is ${tag.values.map((value, index) => html`${index > 0 && " or "}<code>${shortenText(plainText(value))}</code>`)}</span>`;
  return html`<details class="nested variant" id="${node.anchor}"><summary><span class="variant-name">${label}</span>${condition}</summary>
<p class="schema-type"><a class="anchor" href="${anchorLink(node.anchor)}" aria-label="Link to ${label}">#</a> <span class="type">${typeHtml(node.type, above)}</span>${marksHtml(node.marks)}</p>
${description(node.description)}${factsHtml(node)}${contentHtml(node, above)}${rulesHtml(node)}</details>
`;
}

function continuedHtml(
  { text, path, anchor }: NonNullable<SchemaNode["continued"]>,
  above: string,
): Html {
  if (path === undefined && anchor === undefined) {
    return html`<p class="continued">Its fields are in ${text}.</p>\n`;
  }
  const address = path === undefined ? anchorLink(anchor ?? "") : pageLink(above + path, anchor);
  return html`<p class="continued">Its fields: <a href="${address}">${text}</a></p>\n`;
}

/** Writes the default value, the listed values, the limits and the examples of a schema. */
export function factsHtml({
  default: preset,
  values,
  limits,
  patterns,
  examples,
}: SchemaNode): Html {
  const facts: Html[] = [];
  if (limits.length > 0) facts.push(html`<li>${capitalizeText(limits.join(", "))}</li>`);
  for (const pattern of patterns) facts.push(patternHtml(pattern));
  if (preset !== undefined) facts.push(html`<li>Default: ${valueHtml(preset)}</li>`);
  const few = examples.slice(0, fewExamples);
  if (few.length > 0) {
    const list = few.map((each, index) => html`${index > 0 && ", "}${valueHtml(each)}`);
    facts.push(html`<li>${few.length === 1 ? "Example" : "Examples"}: ${list}</li>`);
  }
  return html`${facts.length > 0 && html`<ul class="facts">${facts}</ul>\n`}${valuesHtml(values)}`;
}

function rulesHtml({ rules }: SchemaNode): Html {
  if (rules === undefined) return html``;
  return html`<details class="nested rules"><summary>Further rules, as JSON Schema</summary>
${codeBlock(rules, "json", "Rules")}</details>
`;
}

const maxPatternLength = 60;

function patternHtml(pattern: string): Html {
  const text = plainText(pattern);
  if (text.length <= maxPatternLength) return html`<li>Matches <code>${text}</code></li>`;
  return html`<li><details class="nested pattern"><summary>Matches a pattern</summary><code>${shortenText(text, 2000)}</code></details></li>`;
}

function valuesHtml(values: readonly ListedValue[]): Html {
  const [only] = values;
  if (only === undefined) return html``;
  if (values.length === 1) return html`<p class="values">Always ${valueHtml(only.value)}</p>\n`;
  const list = (some: readonly ListedValue[]): Html =>
    html`<ul class="values-list">${some.map(
      ({ value, description: note }) =>
        html`<li>${valueHtml(value)}${note !== undefined && html` ${sentence(note)}`}</li>`,
    )}</ul>`;
  const rest = values.slice(fewValues);
  return html`<div class="values"><p>One of:</p>${list(values.slice(0, fewValues))}${
    rest.length > 0 &&
    html`<details class="nested"><summary>${countOf(rest.length, "more value")}</summary>${list(rest)}</details>`
  }</div>
`;
}

function valueHtml(value: ListedValue["value"]): Html {
  return html`<code>${shortenText(plainText(jsonText(value)))}</code>`;
}

function capitalizeText(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
