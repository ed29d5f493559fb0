// Prints a layout. One pass visits the parts, with an explicit stack of frames. The printer first tries to
// print a group on the rest of the line. If the group does not fit, the printer discards the attempt and
// breaks the group. Lines are short, so each attempt is short, and the total time is linear in the size of
// the output.

import { type ImportSymbol, isParts, type Layout, type Printable } from "./printable.ts";

/** Options for `printLayout`. */
interface PrintOptions {
  /** The maximum number of columns in a line. Default 100. */
  readonly width?: number;
}

/** A printed text, and the positions of the imports in it. */
export interface PrintedText {
  readonly text: string;
  readonly imports: readonly PrintedImport[];
}

/** An import in a printed text. Its local name can still change. */
export interface PrintedImport {
  readonly at: number;
  readonly symbol: ImportSymbol;
}

interface Frame extends Ahead {
  at: number;
  /** Ends the current line and indents the next line. */
  readonly newline: string;
  /** False if no part contains a string with a newline. */
  readonly breaks: boolean;
}

/** Prints a layout as text, without a newline at the end. Imports keep their original names. */
export function printLayout(printable: Printable, options: PrintOptions = {}): string {
  return printText(printable, options).text;
}

/** Prints a layout as text, without a newline at the end. Also lists the imports in the text. */
export function printText(printable: Printable, { width = 100 }: PrintOptions = {}): PrintedText {
  const page = createPage();
  let top: Frame = { parts: [printable], at: 0, newline: "\n", breaks: true };
  const below: Frame[] = [];

  const writeLines = (text: string, newline: string): void => {
    const [first = "", ...others] = text.split("\n");
    page.line += first;
    for (const other of others) {
      startLine(page, newline);
      page.line += other;
    }
  };
  const writeWords = (words: readonly Printable[], newline: string): void => {
    let text = "";
    for (const word of words) {
      const next = String(word);
      if (text === "") text = next;
      else if (currentColumn(page) + text.length + 1 + next.length <= width) text += ` ${next}`;
      else {
        page.line += text;
        startLine(page, newline);
        text = next;
      }
    }
    page.line += text;
  };
  const writeFlat = (part: Layout): boolean => {
    const { line, imports } = page;
    const count = imports.length;
    if (flattenPart(part, page, width) && restFits(top, below, width - currentColumn(page)))
      return true;
    page.line = line;
    imports.length = count;
    return false;
  };
  const enter = (parts: readonly Printable[], newline: string, breaks: boolean): void => {
    below.push(top);
    top = { parts, at: 0, newline, breaks };
  };

  for (;;) {
    if (top.at >= top.parts.length) {
      const outer = below.pop();
      if (outer === undefined) break;
      top = outer;
      continue;
    }
    const part = top.parts[top.at] ?? "";
    const { newline, breaks } = top;
    top.at++;
    if (typeof part === "string") {
      if (breaks && part.includes("\n")) writeLines(part, newline);
      else page.line += part;
    } else if (typeof part === "number") page.line += part;
    else if (isParts(part)) enter(part, newline, breaks);
    else {
      switch (part.kind) {
        case "import":
          writeImport(page, part);
          break;
        case "line":
          startLine(page, newline);
          break;
        case "concat":
          enter(part.parts, newline, part.breaks);
          break;
        case "indent":
          enter(part.parts, newline + part.text, part.breaks);
          break;
        case "group":
          if (part.breaks || !writeFlat(part)) enter(part.parts, newline, part.breaks);
          break;
        case "if-broken":
          enter(part.parts.slice(0, 1), newline, true);
          break;
        case "fill":
          writeWords(part.parts, newline);
          break;
        default:
          return part satisfies never;
      }
    }
  }
  startLine(page, "");
  return { text: page.lines.join(""), imports: page.imports };
}

/** The text that has been printed so far. Its lines have no trailing spaces. */
interface Page {
  /** The finished lines. Each line except the first starts with its line break. */
  readonly lines: string[];
  /** The total length of the finished lines. */
  length: number;
  /** The current line. It starts with its line break. */
  line: string;
  readonly imports: PrintedImport[];
}

function createPage(): Page {
  return { lines: [], length: 0, line: "", imports: [] };
}

function currentColumn({ lines, line }: Page): number {
  return lines.length === 0 ? line.length : line.length - 1;
}

function writeImport(page: Page, symbol: ImportSymbol): void {
  page.imports.push({ at: page.length + page.line.length, symbol });
  page.line += symbol.name;
}

function startLine(page: Page, newline: string): void {
  const finished = withoutSpaces(page.line);
  page.lines.push(finished);
  page.length += finished.length;
  page.line = newline;
}

const space = 0x20;

function withoutSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line.charCodeAt(end - 1) === space) end -= 1;
  return end === line.length ? line : line.slice(0, end);
}

// Determines whether parts fit on the rest of a line.

/** A list of parts; the parts from index `at` on are not printed yet. */
interface Ahead {
  readonly parts: readonly Printable[];
  readonly at: number;
}

/**
 * If groups are nested deeper than this, they are broken without an attempt: they would not fit, and the
 * recursion stays limited.
 */
const maxDepth = 1_000;

/** Adds a part to the current line. Returns false as soon as the line is too long. */
function flattenPart(part: Printable, page: Page, width: number, depth = 0): boolean {
  if (depth > maxDepth) return false;
  if (typeof part === "string") page.line += part;
  else if (typeof part === "number") page.line += part;
  else if (isParts(part)) return flattenAll(part, page, width, depth);
  else {
    switch (part.kind) {
      case "import":
        writeImport(page, part);
        break;
      case "line":
        page.line += part.text;
        break;
      case "if-broken":
        return flattenPart(part.parts[1] ?? "", page, width, depth);
      case "fill":
        return flattenWords(part.parts, page, width);
      default:
        return flattenAll(part.parts, page, width, depth);
    }
  }
  return currentColumn(page) <= width;
}

function flattenAll(
  parts: readonly Printable[],
  page: Page,
  width: number,
  depth: number,
): boolean {
  for (const part of parts) if (!flattenPart(part, page, width, depth + 1)) return false;
  return true;
}

function flattenWords(words: readonly Printable[], page: Page, width: number): boolean {
  let text = "";
  for (const word of words) {
    text += text === "" ? word : ` ${word}`;
    if (currentColumn(page) + text.length > width) return false;
  }
  page.line += text;
  return true;
}

/** Reports whether the text up to the next possible line break fits into `room` columns. */
function restFits(top: Ahead, below: readonly Ahead[], room: number): boolean {
  let left = roomAfterAll(top.parts, room, top.at);
  for (let level = below.length - 1; level >= 0 && left >= 0 && left < lineEnds; level--) {
    const frame = below[level];
    if (frame !== undefined) left = roomAfterAll(frame.parts, left, frame.at);
  }
  return left >= 0;
}

/** The result of `roomAfter` and `roomAfterAll` if the line can end inside the parts. */
const lineEnds = Number.POSITIVE_INFINITY;

/**
 * Returns how many columns remain after the parts from index `from` on. The number is negative if the parts
 * do not fit.
 */
function roomAfterAll(parts: readonly Printable[], room: number, from: number): number {
  let left = room;
  for (let at = from; at < parts.length && left >= 0 && left < lineEnds; at++) {
    left = roomAfter(parts[at] ?? "", left);
  }
  return left;
}

function roomAfter(part: Printable, room: number): number {
  if (typeof part === "string") {
    const end = part.indexOf("\n");
    if (end < 0) return room - part.length;
    return end <= room ? lineEnds : room - end;
  }
  if (typeof part === "number") return room - String(part).length;
  if (isParts(part)) return roomAfterAll(part, room, 0);
  switch (part.kind) {
    case "import":
      return room - part.name.length;
    case "line":
      return lineEnds;
    case "fill":
      return room - part.parts.join(" ").length;
    case "if-broken":
      return roomAfter(part.parts[0] ?? "", room);
    default:
      return roomAfterAll(part.parts, room, 0);
  }
}
