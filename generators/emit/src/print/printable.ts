// A layout algebra after Wadler: text with positions at which a line can break. A group that fits is
// printed on one line; otherwise its lines break. Each node stores whether it contains a forced line break,
// so printing takes linear time. A layout without breaks is a plain string.

/** A name that a file imports. Printing it adds the import statement to the file. */
export interface ImportSymbol {
  readonly kind: "import";
  readonly name: string;
  readonly from: string;
  readonly typeOnly: boolean;
  readonly namespace?: boolean;
}

/** Anything that can be printed. A newline in a string acts like `hardline`. */
export type Printable = string | number | ImportSymbol | Layout | readonly Printable[];

/**
 * A node of the layout tree. The functions of this module create nodes. All kinds have the same fields, so
 * that V8 can access the fields fast.
 */
export interface Layout {
  readonly kind: "line" | "concat" | "group" | "indent" | "if-broken" | "fill";
  /** The parts. For `if-broken`, they are the broken and the flat form. For `fill`, they are the words. */
  readonly parts: readonly Printable[];
  /** For `line`, the text if the line does not break. For `indent`, the prefix of each line. */
  readonly text: string;
  /** True if the node contains a forced line break. */
  readonly breaks: boolean;
}

function layout(
  kind: Layout["kind"],
  parts: readonly Printable[],
  text: string,
  breaks: boolean,
): Layout {
  return { kind, parts, text, breaks };
}

/** Options for printed lists. */
export interface ListOptions {
  /** Whether a list on one line has spaces inside its brackets: `{ a, b }`. Default false. */
  readonly padding?: boolean;
  /** The separator between items. Default `,`. */
  readonly separator?: string;
  /** Whether a list with one item per line has a separator after the last item. Default true. */
  readonly trailing?: boolean;
}

/** A space if the group is on one line, and a line break otherwise. */
export const line: Layout = layout("line", [], " ", false);

/** Empty if the group is on one line, and a line break otherwise. */
export const softline: Layout = layout("line", [], "", false);

/** Always a line break. It also breaks all groups that contain it. */
export const hardline: Layout = layout("line", [], "\n", true);

/** Prints the parts on one line if they fit. Otherwise breaks at each `line` directly inside the group. */
export function group(...parts: Printable[]): Layout {
  return layout("group", parts, "", mustBreak(parts));
}

/** Indents the lines inside the parts by two spaces. */
export function indent(...parts: Printable[]): Layout {
  return layout("indent", parts, "  ", mustBreak(parts));
}

/** Prefixes the lines inside the parts with `by`, after the outer indentation. */
export function indentBy(by: string, ...parts: Printable[]): Layout {
  return layout("indent", parts, by, mustBreak(parts));
}

/** Prints the parts one after the other. */
export function concat(parts: readonly Printable[]): Layout {
  return layout("concat", parts, "", mustBreak(parts));
}

/** Prints `broken` if the enclosing group is broken, and `flat` otherwise. */
export function ifBroken(broken: Printable, flat: Printable = ""): Layout {
  return layout("if-broken", [broken, flat], "", false);
}

/** Prints as many words per line as fit, and separates them by spaces and newlines. */
export function fill(words: readonly string[]): Layout {
  return layout("fill", words, "", false);
}

/** Inserts the separator between the parts. */
export function join(separator: Printable, parts: readonly Printable[]): Printable {
  const joined: Printable[] = [];
  for (const part of parts) {
    if (joined.length > 0) joined.push(separator);
    joined.push(part);
  }
  return concat(joined);
}

/**
 * Prints the brackets, with each item on its own line between them. If there are no items, prints only the
 * brackets.
 */
export function block(open: string, items: readonly Printable[], close: string): Layout {
  if (items.length === 0) return concat([open, close]);
  return concat([open, indent(hardline, join(hardline, items)), hardline, close]);
}

/** Prints a list on one line, `[a, b]`, or with one item per line if it does not fit. */
export function list(
  open: string,
  items: readonly Printable[],
  close: string,
  { padding = false, separator = ",", trailing = true }: ListOptions = {},
): Printable {
  if (items.length === 0) return open + close;
  const edge = padding ? line : softline;
  const inner: Printable[] = [edge];
  for (const item of items) {
    if (inner.length > 1) inner.push(separator, line);
    inner.push(item);
  }
  // A spread argument could exceed the maximum number of arguments of a call.
  const indented = indent(concat(inner));
  const parts = trailing
    ? [open, indented, ifBroken(separator), edge, close]
    : [open, indented, edge, close];
  return layout("group", parts, "", indented.breaks);
}

/**
 * Prints a template. A newline in it acts like `hardline`. The common indentation of its lines is removed,
 * and so are an empty first line and an empty last line. If a value has several lines, they are indented
 * like the line that contains the value.
 */
export function code(strings: TemplateStringsArray, ...values: Printable[]): Printable {
  if (isOneLine(strings)) return lineOf(strings, values);
  const lines = templateLines(strings, values);
  if (lines.length > 1 && isBlank(lines[0])) lines.shift();
  if (lines.length > 1 && isBlank(lines.at(-1))) lines.pop();
  const margin = Math.min(...lines.filter((each) => !isBlank(each)).map(leadingSpaces), 80);
  return concat(
    lines.map((parts, index) => {
      const [first, ...rest] = parts;
      const text = typeof first === "string" ? first.slice(margin) : "";
      const spaces = text.length - text.trimStart().length;
      // The first line follows other text, so its spaces are not indentation.
      if (index === 0) return concat([text, ...rest]);
      return indentBy(" ".repeat(spaces), hardline, text.slice(spaces), ...rest);
    }),
  );
}

// The cache key is the array of strings: it is the same array at each evaluation of a template.
const oneLiners = new WeakMap<readonly string[], boolean>();

function isOneLine(strings: readonly string[]): boolean {
  let known = oneLiners.get(strings);
  if (known === undefined) {
    known = strings.every((text) => !text.includes("\n")) && !/^\s/.test(strings[0] ?? "");
    oneLiners.set(strings, known);
  }
  return known;
}

/**
 * Joins the strings of a template with its values. If all values are strings or numbers, the result is a
 * string.
 */
function lineOf(strings: readonly string[], values: readonly Printable[]): Printable {
  const parts: Printable[] = [];
  let text = strings[0] ?? "";
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? "";
    const next = strings[index + 1] ?? "";
    if (typeof value === "string" || typeof value === "number") {
      text += value + next;
      continue;
    }
    parts.push(text, value);
    text = next;
  }
  if (parts.length === 0) return text;
  parts.push(text);
  return concat(parts);
}

function templateLines(strings: readonly string[], values: readonly Printable[]): Printable[][] {
  const lines: Printable[][] = [[]];
  for (const [index, text] of strings.entries()) {
    const [first = "", ...others] = text.split("\n");
    lines.at(-1)?.push(first);
    for (const other of others) lines.push([other]);
    const value = values[index];
    if (value !== undefined) lines.at(-1)?.push(value);
  }
  return lines;
}

function isBlank(parts: readonly Printable[] | undefined): boolean {
  return parts?.length === 1 && typeof parts[0] === "string" && parts[0].trim() === "";
}

function leadingSpaces(parts: readonly Printable[]): number {
  const [first] = parts;
  if (typeof first !== "string") return 0;
  return first.length - first.trimStart().length;
}

function mustBreak(parts: readonly Printable[]): boolean {
  for (const part of parts) if (partBreaks(part)) return true;
  return false;
}

function partBreaks(part: Printable): boolean {
  if (typeof part === "string") return part.includes("\n");
  if (typeof part === "number") return false;
  if (isParts(part)) return mustBreak(part);
  return part.kind !== "import" && part.breaks;
}

/** Reports whether a part is an array of parts. */
export function isParts(part: Printable): part is readonly Printable[] {
  return Array.isArray(part);
}
