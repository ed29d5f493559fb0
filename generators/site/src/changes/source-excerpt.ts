// The lines of a document at the position of a change. The indentation shows where the changed part ends,
// in JSON and in YAML.

import type { SourceFile } from "./source-file.ts";

/** An excerpt of a file: the lines of the changed part. */
export interface SourceExcerpt {
  readonly path: string;
  /** The number of the first line, starting at 1. */
  readonly first: number;
  readonly lines: readonly string[];
  /** The number of lines of the part that are not shown. */
  readonly hidden: number;
  /** The lines directly before the part. `after` has the lines directly after it. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const maxLines = 400;
const contextLines = 3;
/**
 * An excerpt of a long line has `maxLength` characters. `lead` of them are before the position.
 */
const maxLength = 400;
const lead = 80;

/** Returns the excerpt of a file at a position; `undefined` if the file has no such line. */
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

/**
 * Returns the index after the last line of the part that begins at the index `start`. `first` is the text
 * of this first line.
 */
function partEnd(lines: readonly string[], start: number, first: string): number {
  const indent = indentOf(first);
  const isItem = isListItem(first);
  let end = start + 1;
  for (let at = start + 1; at < lines.length; at += 1) {
    const text = lines[at] ?? "";
    if (text.trim() === "") continue;
    const isClosing = /^\s*[}\]]/.test(text) && indentOf(text) === indent;
    // In YAML, the items of a list may have the same indentation as the name of the list.
    const isOwnItem = !isItem && indentOf(text) === indent && isListItem(text);
    if (indentOf(text) <= indent && !isClosing && !isOwnItem) break;
    end = at + 1;
    if (isClosing) break;
  }
  return end;
}

/**
 * Returns the number of the enclosing line with the given text. An enclosing line is above and has a
 * smaller indentation.
 */
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
