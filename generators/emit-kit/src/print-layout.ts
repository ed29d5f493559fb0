// Prints a layout. One pass over the parts with an explicit stack of frames. A group is tried on the
// rest of the line first and taken back when it does not fit; since a line is short, so is the try,
// and the whole is linear in the size of the output.

import { isParts, type Layout, type Printable } from "./printable.ts";
import type { ImportSymbol } from "./typescript-file.ts";

/** Configures `printLayout`. */
export interface PrintOptions {
  /** Columns a line may take. Default 100. */
  readonly width?: number;
}

/** Is a piece of printed text: text, or an import, whose local name may yet change. */
export type Piece = string | ImportSymbol;

/** Prints a layout as text, without a final newline; imports go by their own names. */
export function printLayout(printable: Printable, options: PrintOptions = {}): string {
  return printPieces(printable, options).map(textOf).join("");
}

function textOf(piece: Piece = ""): string {
  return typeof piece === "string" ? piece : piece.name;
}

interface Frame {
  readonly parts: readonly Printable[];
  at: number;
  /** Ends a line and indents the next one. */
  readonly newline: string;
}

/** Prints a layout as the pieces of a text, without a final newline. */
export function printPieces(printable: Printable, { width = 100 }: PrintOptions = {}): Piece[] {
  const out: Piece[] = [];
  let column = 0;
  const stack: Frame[] = [{ parts: [printable], at: 0, newline: "\n" }];

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
  const writeWords = (words: readonly string[], newline: string): void => {
    let from = 0;
    words.forEach((word, index) => {
      const space = index > from ? 1 : 0;
      if (index > 0 && column + 1 + word.length > width) {
        out.push(words.slice(from, index).join(" "));
        startLine(newline);
        from = index;
        column += word.length;
      } else {
        column += space + word.length;
      }
    });
    if (words.length > 0) out.push(words.slice(from).join(" "));
  };
  const writeFlat = (part: Layout): boolean => {
    const start = out.length;
    const room = flatten(part, out, width - column, 0);
    if (room >= 0 && restFits(stack, room)) {
      for (let at = start; at < out.length; at++) column += textOf(out[at]).length;
      return true;
    }
    out.length = start;
    return false;
  };

  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    // Not by reading past the end, which is slow.
    const part = frame.at < frame.parts.length ? frame.parts[frame.at] : undefined;
    if (part === undefined) {
      stack.pop();
      continue;
    }
    frame.at++;
    const { newline } = frame;
    if (typeof part === "string") {
      if (part.includes("\n")) writeLines(part, newline);
      else write(part);
    } else if (typeof part === "number") write(String(part));
    else if (isParts(part)) stack.push({ parts: part, at: 0, newline });
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
          stack.push({ parts: part.parts, at: 0, newline });
          break;
        case "indent":
          stack.push({ parts: part.parts, at: 0, newline: newline + part.by });
          break;
        case "group":
          if (part.breaks || !writeFlat(part)) stack.push({ parts: part.parts, at: 0, newline });
          break;
        case "if-broken":
          stack.push({ parts: [part.broken], at: 0, newline });
          break;
        case "fill":
          writeWords(part.words, newline);
          break;
        default:
          return part satisfies never;
      }
    }
  }
  trimSpaces(out);
  return out;
}

/** Groups deeper than this are broken without a try: they would not fit, and recursion has its limits. */
const maxDepth = 1_000;

/** Adds a part to a line; gives the columns left, a negative number when there were too few. */
function flatten(part: Printable, out: Piece[], room: number, depth: number): number {
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
      return flatten(part.flat, out, room, depth);
    case "if-broken":
      return flatten(part.flat, out, room, depth);
    case "fill":
      return flattenWords(part.words, out, room);
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

function flattenWords(words: readonly string[], out: Piece[], room: number): number {
  let left = room + 1;
  for (const word of words) {
    left -= word.length + 1;
    if (left < 0) return left;
  }
  out.push(words.join(" "));
  return words.length === 0 ? room : left;
}

/** Tells whether what comes next, up to the first place where a line may end, takes no more than `room` columns. */
function restFits(stack: readonly Frame[], room: number): boolean {
  let left = room;
  const ahead: { readonly parts: readonly Printable[]; at: number }[] = [];
  for (let level = stack.length - 1; left >= 0; ) {
    let frame = ahead.at(-1);
    if (frame === undefined) {
      const outer = stack[level];
      if (outer === undefined) return true;
      level--;
      frame = { parts: outer.parts, at: outer.at };
      ahead.push(frame);
    }
    const part = frame.at < frame.parts.length ? frame.parts[frame.at] : undefined;
    if (part === undefined) {
      ahead.pop();
      continue;
    }
    frame.at++;
    if (typeof part === "string") {
      const end = part.indexOf("\n");
      if (end >= 0) return end <= left;
      left -= part.length;
    } else if (typeof part === "number") left -= String(part).length;
    else if (isParts(part)) ahead.push({ parts: part, at: 0 });
    else if (part.kind === "line") return true;
    else if (part.kind === "import") left -= part.name.length;
    else if (part.kind === "fill") left -= part.words.join(" ").length;
    else ahead.push({ parts: part.kind === "if-broken" ? [part.broken] : part.parts, at: 0 });
  }
  return false;
}

/** Drops the spaces at the end of the last line. */
function trimSpaces(out: Piece[]): void {
  for (let last = out.at(-1); typeof last === "string"; last = out.at(-1)) {
    if (last !== "" && !last.endsWith(" ")) return;
    out.pop();
    const trimmed = last.replace(/ +$/, "");
    if (trimmed === "") continue;
    out.push(trimmed);
    return;
  }
}
