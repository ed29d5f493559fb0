// A layout algebra after Wadler: text with positions at which a line can break. A group is printed
// on one line if it fits; otherwise its lines break. Whether a layout must break is determined when
// it is built, so that printing stays linear. Layouts without breaks are plain strings.

/** An imported name as a printable value: printing it adds the import statement. */
export interface ImportSymbol {
  readonly kind: "import";
  readonly name: string;
  readonly from: string;
  readonly typeOnly: boolean;
  readonly namespace?: boolean;
}

/** Anything that can be printed. A newline inside a string is a hard line. */
export type Printable = string | number | ImportSymbol | Layout | readonly Printable[];

/**
 * A node of the layout tree, created with the functions of this module. All kinds have the same
 * fields, which keeps the printer fast.
 */
export interface Layout {
  readonly kind: "line" | "concat" | "group" | "indent" | "if-broken" | "fill";
  /** The parts: for `if-broken`, the broken and the flat form; for `fill`, the words. */
  readonly parts: readonly Printable[];
  /** The flat form of a `line`, or the prefix of the lines of `indent`. */
  readonly text: string;
  /** True if the node cannot be printed on one line. */
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
  /** Whether a flat list has spaces inside its brackets: `{ a, b }`. Default false. */
  readonly padding?: boolean;
  /** The separator of items. Default `,`. */
  readonly separator?: string;
  /** Whether the separator is repeated after the last item of a broken list. Default true. */
  readonly trailing?: boolean;
}

/** A space in a flat group and a line break in a broken one. */
export const line: Layout = layout("line", [], " ", false);

/** Empty in a flat group and a line break in a broken one. */
export const softline: Layout = layout("line", [], "", false);

/** Always a line break, which also breaks every group around it. */
export const hardline: Layout = layout("line", [], "\n", true);

/** Prints the parts on one line if they fit, otherwise breaks its own lines. */
export function group(...parts: Printable[]): Layout {
  return layout("group", parts, "", mustBreak(parts));
}

/** Indents the lines inside the parts by two spaces. */
export function indent(...parts: Printable[]): Layout {
  return layout("indent", parts, "  ", mustBreak(parts));
}

/** Starts the lines inside the parts with `by`, after the indentation around them. */
export function indentBy(by: string, ...parts: Printable[]): Layout {
  return layout("indent", parts, by, mustBreak(parts));
}

/** Prints the parts one after the other. */
export function concat(parts: readonly Printable[]): Layout {
  return layout("concat", parts, "", mustBreak(parts));
}

/** Prints `broken` if the enclosing group is broken, otherwise `flat`. */
export function ifBroken(broken: Printable, flat: Printable = ""): Layout {
  return layout("if-broken", [broken, flat], "", false);
}

/** Prints as many words per line as fit, separated by a space or a newline. */
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
 * Prints each item on a separate line between the brackets; only the brackets if there are no
 * items.
 */
export function block(open: string, items: readonly Printable[], close: string): Layout {
  if (items.length === 0) return concat([open, close]);
  return concat([open, indent(hardline, join(hardline, items)), hardline, close]);
}

/** Prints `[a, b]`, or one item on each line if that does not fit. */
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
  // Not by spread: a list can have more items than a call can have arguments.
  const indented = indent(concat(inner));
  const parts = trailing
    ? [open, indented, ifBroken(separator), edge, close]
    : [open, indented, edge, close];
  return layout("group", parts, "", indented.breaks);
}

/**
 * Prints a template. Its newlines are hard lines. The common indentation of its lines is removed,
 * and so are a blank first and last line. The lines of a value are indented like the line that
 * contains it.
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
      // The first line continues the preceding text, so its spaces are kept.
      if (index === 0) return concat([text, ...rest]);
      return indentBy(" ".repeat(spaces), hardline, text.slice(spaces), ...rest);
    }),
  );
}

// A template passes the same array each time it is evaluated.
const oneLiners = new WeakMap<readonly string[], boolean>();

function isOneLine(strings: readonly string[]): boolean {
  let known = oneLiners.get(strings);
  if (known === undefined) {
    known = strings.every((text) => !text.includes("\n")) && !/^\s/.test(strings[0] ?? "");
    oneLiners.set(strings, known);
  }
  return known;
}

/** Alternates the text of a template with its values; a plain string if all values are strings. */
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
