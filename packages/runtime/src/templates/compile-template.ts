import { applyFilter } from "./apply-filter.ts";
import { type Placeholder, parseTemplateText } from "./parse-template-text.ts";
import { TemplateError } from "./template-error.ts";

/** JSON, in which an integer may be a `bigint`. */
export type TemplateValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly TemplateValue[]
  | { readonly [name: string]: TemplateValue };

/** The values of placeholders, by name. */
export type TemplateValues = Readonly<Record<string, TemplateValue>>;

/** A parsed template that can be filled many times. */
export interface Template {
  /** The names of its placeholders, each once, in the order of their first use. */
  readonly names: readonly string[];
  /**
   * Returns the template with its placeholders replaced.
   *
   * @throws TemplateError `template_name` or `template_value`.
   */
  fill(values: TemplateValues): TemplateValue;
}

type Fill = (values: TemplateValues) => TemplateValue;

/**
 * Parses a template of JSON. A string that is exactly `"{name}"` becomes the value with its type. Within a
 * longer string, `{name}` becomes the text of the value. `{name
 * upper}`, `{name
 * lower}` and `{name
 * string}` become text: in upper case, in lower case, and unchanged. `{{` is a literal brace. Names of
 * members are not templates.
 *
 * @throws TemplateError `template_syntax`.
 *
 * @example
 * ```ts
 * const subscribe = compileTemplate({ method: "SUBSCRIBE", params: ["{symbol|lower}@depth"], id: "{id}" });
 * subscribe.names; // ["symbol", "id"]
 * subscribe.fill({ symbol: "BTCUSDT", id: 1 }); // { method: "SUBSCRIBE", params: ["btcusdt@depth"], id: 1 }
 * ```
 */
export function compileTemplate(template: TemplateValue): Template {
  const names = new Set<string>();
  const fill = compileNode(template, names);
  return { names: [...names], fill };
}

/**
 * Fills a template once; see `compileTemplate` for its form.
 *
 * @throws TemplateError `template_syntax`, `template_name` or `template_value`.
 *
 * @example
 * ```ts
 * fillTemplate({ op: "auth", args: ["{key}", "{expires}"] }, { key: "k-1", expires: 1700000000000 });
 * // { op: "auth", args: ["k-1", 1700000000000] }
 * ```
 */
export function fillTemplate(template: TemplateValue, values: TemplateValues): TemplateValue {
  return compileTemplate(template).fill(values);
}

/**
 * Fills a template of text, and returns text.
 *
 * @throws TemplateError `template_syntax`, `template_name` or `template_value`.
 */
export function fillText(template: string, values: TemplateValues): string {
  return parseTemplateText(template)
    .map((piece) => (typeof piece === "string" ? piece : filteredText(piece, values)))
    .join("");
}

/**
 * Returns the names of the placeholders of a template, each once.
 *
 * @throws TemplateError `template_syntax`.
 */
export function templateNames(template: TemplateValue): readonly string[] {
  return compileTemplate(template).names;
}

function compileNode(node: TemplateValue, names: Set<string>): Fill {
  if (typeof node === "string") return compileText(node, names);
  if (typeof node !== "object" || node === null) return () => node;
  if (isList(node)) {
    const items = node.map((item) => compileNode(item, names));
    return (values) => items.map((fill) => fill(values));
  }
  const members = Object.entries(node).map(
    ([name, member]) => [name, compileNode(member, names)] as const,
  );
  return (values) => Object.fromEntries(members.map(([name, fill]) => [name, fill(values)]));
}

function compileText(text: string, names: Set<string>): Fill {
  const pieces = parseTemplateText(text);
  for (const piece of pieces) if (typeof piece === "object") names.add(piece.name);
  const [first] = pieces;
  if (pieces.length === 1 && typeof first === "object" && first.filter === undefined) {
    return (values) => readTemplateValue(first.name, values);
  }
  return (values) =>
    pieces
      .map((piece) => (typeof piece === "string" ? piece : filteredText(piece, values)))
      .join("");
}

function readTemplateValue(name: string, values: TemplateValues): TemplateValue {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value !== undefined) return value;
  const known = Object.keys(values).map((one) => `{${one}}`);
  throw new TemplateError(
    "template_name",
    `{${name}} has no value here. ${known.length === 0 ? "There are no names." : `Known names: ${known.join(", ")}.`}`,
  );
}

function filteredText({ name, filter }: Placeholder, values: TemplateValues): string {
  const value = readTemplateValue(name, values);
  if (value === null || typeof value === "object") {
    throw new TemplateError(
      "template_value",
      `{${name}} is part of a text, but its value is not a string, a number or a boolean.`,
    );
  }
  return applyFilter(String(value), filter);
}

function isList(node: object): node is readonly TemplateValue[] {
  return Array.isArray(node);
}
