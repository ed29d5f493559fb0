// Determines what fits on the rest of a line.

import { type ImportSymbol, isParts, type Printable } from "./printable.ts";

/** A piece of printed text: either text, or an import whose local name may still change. */
export type Piece = string | ImportSymbol;

/** A list of parts, of which those from `at` on are not printed yet. */
export interface Ahead {
  readonly parts: readonly Printable[];
  readonly at: number;
}

/** Deeper groups are broken without a test: they would not fit, and recursion is limited. */
const maxDepth = 1_000;

/** Adds a part to a line; returns the remaining columns, negative if there were too few. */
export function flatten(part: Printable, out: Piece[], room: number, depth = 0): number {
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
export function restFits(top: Ahead, below: readonly Ahead[], room: number): boolean {
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
