// The inverse of filling a template: finds values for the placeholders with which the template, when it is
// filled, equals a given value.

import { isObject } from "../checks/predicates.ts";
import { applyFilter } from "./apply-filter.ts";
import { compileTemplate, type TemplateValue, type TemplateValues } from "./compile-template.ts";
import { type Placeholder, parseTemplateText, type TemplatePiece } from "./parse-template-text.ts";

export interface MatchOptions {
  /**
   * The placeholders that may have no value. A member may be absent if its value in the template is such a
   * placeholder. Default none.
   */
  readonly optional?: readonly string[];
}

/** A parsed template that can be compared with many values. */
export interface TemplateMatcher {
  /** The names of its placeholders, each once, in the order of their first use. */
  readonly names: readonly string[];
  /**
   * Returns the values of the placeholders with which the filled template equals `value`; undefined if
   * there are no such values. An integer may be a `bigint` or a number, in the template and in `value`.
   */
  match(value: unknown): TemplateValues | undefined;
}

/** The result of a walk over a template and a value. */
interface Findings {
  /** The values of placeholders that are a whole text of the template. */
  readonly whole: Map<string, TemplateValue>;
  /** Texts of the template that contain placeholders and other characters, with the text to match. */
  readonly texts: { readonly pieces: readonly TemplatePiece[]; readonly text: string }[];
}

type Visit = (value: unknown, findings: Findings) => boolean;

/**
 * Parses a template for matching; see `compileTemplate` for its form. Where a text could be divided
 * in several ways, as by `{a}{b}`, the placeholders before the last one are as short as possible.
 * Filters match the filtered text: `{symbol|upper}` matches `BTC`, but not `btc`.
 *
 * @throws TemplateError `template_syntax`.
 *
 * @example
 * ```ts
 * const subscribe = compileMatcher({ method: "SUBSCRIBE", params: ["{symbol}@depth"], id: "{id}" });
 * subscribe.match({ method: "SUBSCRIBE", params: ["btcusdt@depth"], id: 1 }); // { symbol: "btcusdt", id: 1 }
 * subscribe.match({ method: "UNSUBSCRIBE", params: ["btcusdt@depth"], id: 1 }); // undefined
 * ```
 */
export function compileMatcher(
  template: TemplateValue,
  { optional = [] }: MatchOptions = {},
): TemplateMatcher {
  const { names } = compileTemplate(template);
  const visit = compileNode(template, new Set(optional));
  return {
    names,
    match(value) {
      const findings: Findings = { whole: new Map(), texts: [] };
      return visit(value, findings) ? resolveTexts(findings) : undefined;
    },
  };
}

/**
 * Compares a template with a value once; see `compileMatcher`.
 *
 * @throws TemplateError `template_syntax`.
 *
 * @example
 * ```ts
 * matchTemplate({ op: "join", room: "{room}" }, { op: "join", room: "lobby" }); // { room: "lobby" }
 * ```
 */
export function matchTemplate(
  template: TemplateValue,
  value: unknown,
  options: MatchOptions = {},
): TemplateValues | undefined {
  return compileMatcher(template, options).match(value);
}

function compileNode(node: TemplateValue, optional: ReadonlySet<string>): Visit {
  if (typeof node === "string") return compileText(node);
  if (typeof node !== "object" || node === null) return (value) => isSameValue(node, value);
  if (isList(node)) {
    const items = node.map((item) => compileNode(item, optional));
    return (value, findings) =>
      Array.isArray(value) &&
      value.length === items.length &&
      items.every((visit, at) => visit(value[at], findings));
  }
  const members = Object.entries(node).map(([name, member]) => {
    const lone =
      typeof member === "string" ? onlyPlaceholder(parseTemplateText(member)) : undefined;
    const mayLack = lone !== undefined && optional.has(lone);
    return { name, visit: compileNode(member, optional), mayLack };
  });
  return (value, findings) => {
    if (!isObject(value)) return false;
    let found = 0;
    for (const { name, visit, mayLack } of members) {
      if (!Object.hasOwn(value, name)) {
        if (!mayLack) return false;
        continue;
      }
      found += 1;
      if (!visit(value[name], findings)) return false;
    }
    return Object.keys(value).length === found;
  };
}

function compileText(template: string): Visit {
  const pieces = parseTemplateText(template);
  const lone = onlyPlaceholder(pieces);
  if (lone !== undefined) {
    return (value, { whole }) => {
      if (!isTemplateValue(value)) return false;
      const before = whole.get(lone);
      if (before !== undefined) return isSameValue(before, value);
      whole.set(lone, value);
      return true;
    };
  }
  if (pieces.every((piece) => typeof piece === "string")) {
    const literal = pieces.join("");
    return (value) => value === literal;
  }
  return (text, { texts }) => typeof text === "string" && texts.push({ pieces, text }) > 0;
}

/** Returns the name of the placeholder, if a text consists of one placeholder without a filter. */
function onlyPlaceholder([first, ...others]: readonly TemplatePiece[]): string | undefined {
  if (others.length > 0 || typeof first !== "object" || first.filter !== undefined)
    return undefined;
  return first.name;
}

function resolveTexts({ whole, texts }: Findings): TemplateValues | undefined {
  const values = new Map(whole);
  // Placeholders without a filter get their values first: their text is the exact value, because no filter
  // has changed it.
  const unchanged = (filter: Placeholder["filter"]): boolean =>
    filter === undefined || filter === "string";
  for (const settles of [unchanged, () => true]) {
    for (const { pieces, text } of texts) {
      const found = divideText(pieces, text, values);
      if (found === undefined) return undefined;
      for (const [{ name, filter }, part] of found) {
        if (settles(filter) && !values.has(name)) values.set(name, part);
      }
    }
  }
  for (const { pieces, text } of texts) {
    if (pieces.some((piece) => typeof piece === "object" && !isText(values.get(piece.name)))) {
      return undefined;
    }
    const filled = pieces.map((piece) =>
      typeof piece === "string" ? piece : filteredText(piece, values),
    );
    if (filled.join("") !== text) return undefined;
  }
  return Object.fromEntries(values);
}

/**
 * Divides a text into the values of its placeholders. A placeholder whose value is already known must have
 * that value.
 */
function divideText(
  pieces: readonly TemplatePiece[],
  text: string,
  values: ReadonlyMap<string, TemplateValue>,
): readonly (readonly [Placeholder, string])[] | undefined {
  const open: Placeholder[] = [];
  const source = pieces.map((piece) => {
    if (typeof piece === "string") return escapePattern(piece);
    if (values.has(piece.name)) return escapePattern(filteredText(piece, values));
    const before = open.findIndex(
      ({ name, filter }) => name === piece.name && filter === piece.filter,
    );
    if (before >= 0) return `\\${before + 1}(?:)`;
    open.push(piece);
    return "(.*?)";
  });
  const [, ...parts] = new RegExp(`^${source.join("")}$`, "s").exec(text) ?? [];
  if (open.length === 0) return [];
  return parts.length === 0 ? undefined : open.map((piece, at) => [piece, parts[at] ?? ""]);
}

function filteredText(
  { name, filter }: Placeholder,
  values: ReadonlyMap<string, TemplateValue>,
): string {
  const value = values.get(name);
  return isText(value) ? applyFilter(String(value), filter) : "";
}

/** Reports whether a placeholder within a text can have the value. */
function isText(value: TemplateValue | undefined): value is string | number | bigint | boolean {
  return value !== null && value !== undefined && typeof value !== "object";
}

/** Escapes a text, so that a regular expression matches exactly this text. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function isSameValue(left: TemplateValue, right: unknown): boolean {
  if (typeof left === "bigint" || typeof right === "bigint") {
    const isNumber = (value: unknown): boolean => /^(?:number|bigint)$/.test(typeof value);
    // biome-ignore lint/suspicious/noDoubleEquals: a bigint equals the number with its value.
    return isNumber(left) && isNumber(right) && left == right;
  }
  if (typeof left !== "object" || left === null) return left === right;
  if (isList(left)) {
    return (
      Array.isArray(right) &&
      right.length === left.length &&
      left.every((item, at) => isSameValue(item, right[at]))
    );
  }
  const members = Object.entries(left);
  return (
    isObject(right) &&
    Object.keys(right).length === members.length &&
    members.every(
      ([name, member]) => Object.hasOwn(right, name) && isSameValue(member, right[name]),
    )
  );
}

function isTemplateValue(value: unknown): value is TemplateValue {
  if (Array.isArray(value)) return value.every(isTemplateValue);
  if (isObject(value)) return Object.values(value).every(isTemplateValue);
  return value === null || /^(?:string|number|bigint|boolean)$/.test(typeof value);
}

function isList(node: object): node is readonly TemplateValue[] {
  return Array.isArray(node);
}
