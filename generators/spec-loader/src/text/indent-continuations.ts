// Repairs values on several lines whose later lines have too little indentation: quoted texts, lists in
// brackets and mappings in braces. YAML does not allow such lines, but their meaning is clear.

import { CST, Parser } from "yaml";
import type { TextProblem } from "./text-problem.ts";

/** A text after the insertion of spaces. */
export interface IndentedText {
  readonly text: string;
  /** A problem for each repaired value. Offsets are those of the original text. */
  readonly problems: readonly TextProblem[];
  /** Converts an offset in the new text to the offset in the original text. */
  readonly originOf: (offset: number) => number;
}

/** The maximum number of passes over the text. Each pass fixes one value. */
const MAX_VALUES = 50;

/** Spaces inserted at an offset of the original text. */
interface Insertion {
  readonly at: number;
  readonly count: number;
}

/**
 * Inserts spaces so that quoted texts, lists in brackets and mappings in braces have the indentation that
 * YAML requires. Returns `undefined` if no line needs more spaces.
 */
export function indentContinuations(text: string): IndentedText | undefined {
  const insertions: Insertion[] = [];
  const problems: TextProblem[] = [];
  const originOf = (offset: number): number => {
    let origin = offset;
    for (const { at, count } of insertions) {
      if (at >= origin) break;
      origin = Math.max(at, origin - count);
    }
    return origin;
  };
  let indented = text;
  for (let round = 0; round < MAX_VALUES; round += 1) {
    const open = findOpenValue(indented);
    const end = open && findEnd(indented, open.offset);
    if (open === undefined || end === undefined) break;
    const added = shallowLines(indented, open.offset, end, open.indent + 1);
    const [first] = added;
    if (first === undefined) break;
    problems.push({
      code: "YAML_SYNTAX",
      offset: originOf(first.at),
      message: "this line continues a value of an earlier line, but is not indented enough",
      reading: "read as if it had more indentation",
    });
    insertions.push(...added.map(({ at, count }) => ({ at: originOf(at), count })));
    indented = insertTexts(indented, added);
  }
  return problems.length === 0 ? undefined : { text: indented, problems, originOf };
}

/**
 * Finds the first quoted text, list or mapping that the parser ended before its closing quote or bracket,
 * because a line has too little indentation.
 */
function findOpenValue(
  text: string,
): { readonly offset: number; readonly indent: number } | undefined {
  let found: { readonly offset: number; readonly indent: number } | undefined;
  for (const document of new Parser().parse(text)) {
    if (document.type !== "document") continue;
    CST.visit(document, ({ key, value }) => {
      for (const token of [key, value]) {
        if (token === undefined || token === null || !isOpen(token)) continue;
        const offset = token.type === "flow-collection" ? token.start.offset : token.offset;
        found = { offset, indent: token.indent };
        return CST.visit.BREAK;
      }
      return undefined;
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

function isOpen(token: CST.Token): token is CST.FlowCollection | CST.FlowScalar {
  switch (token.type) {
    case "flow-collection":
      return !token.end.some(({ type }) => type === "flow-map-end" || type === "flow-seq-end");
    case "double-quoted-scalar":
    case "single-quoted-scalar":
      return findEnd(token.source, 0) === undefined;
    default:
      return false;
  }
}

/** Matches the next token that may end a value: a quoted text, a comment, a quote or a bracket. */
const marks = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'|(?<=\s)#.*|["'[\]{}]/g;

/**
 * Returns the offset directly after a value in quotes or brackets; `undefined` if the closing character is
 * missing.
 */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0;
  marks.lastIndex = start;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [found] = mark;
    if (found === '"' || found === "'") return undefined;
    if (found === "[" || found === "{") depth += 1;
    if (found === "]" || found === "}") depth -= 1;
    if (depth === 0) return mark.index + found.length;
  }
  return undefined;
}

/** Lists the spaces to insert before each line of a value. Skips the first line and blank lines. */
function shallowLines(text: string, start: number, end: number, wanted: number): Insertion[] {
  const added: Insertion[] = [];
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
    const spaces = /^ */.exec(text.slice(at + 1, at + 1 + wanted))?.[0].length ?? 0;
    const isBlank = /[\r\n]/.test(text[at + 1 + spaces] ?? "\n");
    if (spaces < wanted && !isBlank) added.push({ at: at + 1, count: wanted - spaces });
  }
  return added;
}

function insertTexts(text: string, insertions: readonly Insertion[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, count } of insertions) {
    pieces.push(text.slice(from, at), " ".repeat(count));
    from = at;
  }
  return pieces.join("") + text.slice(from);
}
