// Repairs quoted texts, lists in brackets and mappings in braces whose later lines are not indented
// enough. YAML forbids this, but the meaning is clear.

import { CST, Parser } from "yaml";
import type { TextProblem } from "./text-problem.ts";

/** A text with more indentation. */
export interface IndentedText {
  readonly text: string;
  /** The indented lines, at offsets of the original text. */
  readonly problems: readonly TextProblem[];
  /** Returns the original offset of a place in the text. */
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
 * Indents the continuation lines of quoted texts and flow collections as YAML requires. Returns
 * `undefined` if all lines have enough indentation.
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

/** Finds the first quoted text or flow collection that ended before its closing quote or bracket. */
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

/** The tokens that decide where a value ends: quoted texts, comments and brackets. */
const marks = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'|(?<=\s)#.*|["'[\]{}]/g;

/** Finds the offset after a value in quotes or brackets; `undefined` if it has no end. */
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

/** Lists the spaces that each line of a value lacks, except the first line and blank lines. */
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
