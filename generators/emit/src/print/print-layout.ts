// Prints a layout in one pass over the parts with an explicit stack of frames. A group is first
// tried on the rest of the line, and undone if it does not fit; since a line is short, the try is
// too, and the total time is linear in the size of the output.

import { type ImportSymbol, isParts, type Layout, type Printable } from "./printable.ts";

/** Options for `printLayout`. */
interface PrintOptions {
  /** The maximum number of columns in a line. Default 100. */
  readonly width?: number;
}

/** Prints a layout as text, without a final newline; imports have their own names. */
export function printLayout(printable: Printable, options: PrintOptions = {}): string {
  return printPieces(printable, options).map(textOf).join("");
}

function textOf(piece: Piece = ""): string {
  return typeof piece === "string" ? piece : piece.name;
}

interface Frame extends Ahead {
  at: number;
  /** Ends a line and indents the next one. */
  readonly newline: string;
  /** False if no text among the parts contains a newline. */
  readonly breaks: boolean;
}

/** Prints a layout as the pieces of a text, without a final newline. */
export function printPieces(printable: Printable, { width = 100 }: PrintOptions = {}): Piece[] {
  const out: Piece[] = [];
  let column = 0;
  let top: Frame = { parts: [printable], at: 0, newline: "\n", breaks: true };
  const below: Frame[] = [];

  const write = (text: string): void => {
    if (text === "") return;
    out.push(text);
    column += text.length;
  };
  const startLine = (newline: string): void => {
    trimSpaces(out);
    out.push(newline);
    column = newline.length - 1;
  };
  const writeLines = (text: string, newline: string): void => {
    const [first = "", ...others] = text.split("\n");
    write(first);
    for (const other of others) {
      startLine(newline);
      write(other);
    }
  };
  const writeWords = (words: readonly Printable[], newline: string): void => {
    let text = "";
    for (const word of words) {
      const next = String(word);
      if (text === "") text = next;
      else if (column + text.length + 1 + next.length <= width) text += ` ${next}`;
      else {
        write(text);
        startLine(newline);
        text = next;
      }
    }
    write(text);
  };
  const writeFlat = (part: Layout): boolean => {
    const start = out.length;
    const room = flatten(part, out, width - column);
    if (room >= 0 && restFits(top, below, room)) {
      for (let at = start; at < out.length; at++) column += textOf(out[at]).length;
      return true;
    }
    out.length = start;
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
      else write(part);
    } else if (typeof part === "number") write(String(part));
    else if (isParts(part)) enter(part, newline, breaks);
    else {
      switch (part.kind) {
        case "import":
          out.push(part);
          column += part.name.length;
          break;
        case "line":
          startLine(newline);
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
  trimSpaces(out);
  return out;
}

/** Drops the spaces at the end of the last line. */
function trimSpaces(out: Piece[]): void {
  for (let last = out[out.length - 1]; typeof last === "string"; last = out[out.length - 1]) {
    if (last !== "" && !last.endsWith(" ")) return;
    out.pop();
    const trimmed = last.replace(/ +$/, "");
    if (trimmed === "") continue;
    out.push(trimmed);
    return;
  }
}

// Determines what fits on the rest of a line.

/** A piece of printed text: either text, or an import whose local name may still change. */
type Piece = string | ImportSymbol;

/** A list of parts, of which those from `at` on are not printed yet. */
interface Ahead {
  readonly parts: readonly Printable[];
  readonly at: number;
}

/** Deeper groups are broken without a test: they would not fit, and recursion is limited. */
const maxDepth = 1_000;

/** Adds a part to a line; returns the remaining columns, negative if there were too few. */
function flatten(part: Printable, out: Piece[], room: number, depth = 0): number {
  if (depth > maxDepth) return -1;
  if (typeof part === "string" || typeof part === "number") {
    const text = String(part);
    if (text !== "") out.push(text);
    return room - text.length;
  }
  if (isParts(part)) return flattenAll(part, out, room, depth);
  switch (part.kind) {
    case "import":
      out.push(part);
      return room - part.name.length;
    case "line":
      return flatten(part.text, out, room, depth);
    case "if-broken":
      return flatten(part.parts[1] ?? "", out, room, depth);
    case "fill":
      return flattenWords(part.parts, out, room);
    default:
      return flattenAll(part.parts, out, room, depth);
  }
}

function flattenAll(
  parts: readonly Printable[],
  out: Piece[],
  room: number,
  depth: number,
): number {
  let left = room;
  for (const part of parts) {
    left = flatten(part, out, left, depth + 1);
    if (left < 0) return left;
  }
  return left;
}

function flattenWords(words: readonly Printable[], out: Piece[], room: number): number {
  let text = "";
  for (const word of words) {
    text += text === "" ? word : ` ${word}`;
    if (text.length > room) return -1;
  }
  out.push(text);
  return room - text.length;
}

/** Reports whether the rest, up to the first possible line break, fits into `room` columns. */
function restFits(top: Ahead, below: readonly Ahead[], room: number): boolean {
  let left = room;
  let ended = false;
  const scan = (parts: readonly Printable[], from: number): void => {
    for (let at = from; at < parts.length && left >= 0 && !ended; at++) {
      const part = parts[at] ?? "";
      if (typeof part === "string") {
        const end = part.indexOf("\n");
        ended = end >= 0;
        left -= ended ? end : part.length;
      } else if (typeof part === "number") left -= String(part).length;
      else if (isParts(part)) scan(part, 0);
      else if (part.kind === "import") left -= part.name.length;
      else if (part.kind === "line") ended = true;
      else if (part.kind === "fill") left -= part.parts.join(" ").length;
      else scan(part.kind === "if-broken" ? part.parts.slice(0, 1) : part.parts, 0);
    }
  };
  scan(top.parts, top.at);
  for (let level = below.length - 1; level >= 0 && left >= 0 && !ended; level--) {
    const frame = below[level];
    if (frame !== undefined) scan(frame.parts, frame.at);
  }
  return left >= 0;
}
