// The lines of a document at the place of a change. The indentation, in JSON as in YAML, shows where the
// part ends.

import type { SourceFile } from "./source-file.ts";

/** The lines of a part of a file. */
export interface SourceExcerpt {
  readonly path: string;
  /** The number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
  /** The number of further lines of the part. */
  readonly hidden: number;
  /** The lines around the part. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const maxLines = 400;
const contextLines = 3;
/** The shown length of a long line, and the part of it before the place, in characters. */
const maxLength = 400;
const lead = 80;

/** Returns the part of a file at a place; `undefined` if the file has no such line. */
export function sourceExcerpt(
  { path, lines }: SourceFile,
  { line, column }: { readonly line: number; readonly column: number },
): SourceExcerpt | undefined {
  const start = line - 1;
  const first = lines[start];
  if (first === undefined) return undefined;
  const end = partEnd(lines, start, first);
  const shown = Math.min(end, start + maxLines);
  const clipped = (from: number, to: number): readonly string[] =>
    lines.slice(from, to).map((text, at) => clipLine(text, from + at === start ? column - 1 : 0));
  return {
    path,
    first: line,
    lines: clipped(start, shown),
    hidden: end - shown,
    before: clipped(Math.max(0, start - contextLines), start),
    after: shown < end ? [] : clipped(end, end + contextLines),
  };
}

/** Returns the index after the last line of the part that starts with a line. */
function partEnd(lines: readonly string[], start: number, first: string): number {
  const indent = indentOf(first);
  const isItem = isListItem(first);
  let end = start + 1;
  for (let at = start + 1; at < lines.length; at += 1) {
    const text = lines[at] ?? "";
    if (text.trim() === "") continue;
    const isClosing = /^\s*[}\]]/.test(text) && indentOf(text) === indent;
    // The items of a YAML list may have the same indentation as its name.
    const isOwnItem = !isItem && indentOf(text) === indent && isListItem(text);
    if (indentOf(text) <= indent && !isClosing && !isOwnItem) break;
    end = at + 1;
    if (isClosing) break;
  }
  return end;
}

/** Returns the number of an enclosing line (by indentation) with the given text. */
export function enclosingLine(
  lines: readonly string[],
  line: number,
  text: string,
): number | undefined {
  let indent = indentOf(lines[line - 1] ?? "");
  for (let at = line - 2; at >= 0 && indent > 0; at -= 1) {
    const above = lines[at] ?? "";
    if (above.trim() === "" || indentOf(above) >= indent) continue;
    indent = indentOf(above);
    if (above.trim() === text.trim()) return at + 1;
  }
  return undefined;
}

function indentOf(text: string): number {
  return text.search(/\S|$/);
}

function isListItem(text: string): boolean {
  return /^\s*-(?:\s|$)/.test(text);
}

function clipLine(text: string, at: number): string {
  if (text.length <= maxLength) return text;
  const from = Math.max(0, at - lead);
  const to = from + maxLength;
  const part = text.slice(from, to).toWellFormed();
  return `${from > 0 ? "… " : ""}${part}${to < text.length ? " …" : ""}`;
}
