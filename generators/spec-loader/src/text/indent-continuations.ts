// Quoted texts, lists in brackets and mappings in braces that go on in lines which are indented too
// little. YAML forbids it, but only the indentation of such lines can be meant to be another.

import { CST, Parser } from "yaml";
import type { TextProblem } from "./text-problem.ts";

/** A text with more indentation. */
export interface IndentedText {
  readonly text: string;
  /** What was indented, at offsets of the text before. */
  readonly problems: readonly TextProblem[];
  /** Returns the offset that a place of the text had before. */
  readonly originOf: (offset: number) => number;
}

/** How often the text is read again at most; each time one value is fixed. */
const MAX_VALUES = 50;

/** The spaces that were inserted at an offset of the text before. */
interface Insertion {
  readonly at: number;
  readonly count: number;
}

/**
 * Indents the lines with which quoted texts and flow collections go on as far as YAML demands.
 * Returns `undefined` if no such line is indented too little.
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
    const end = open && endOf(indented, open.offset);
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
    indented = insert(indented, added);
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
      return endOf(token.source, 0) === undefined;
    default:
      return false;
  }
}

/** What matters for where a value ends: texts in quotes, comments and brackets. */
const marks = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*'|(?<=\s)#.*|["'[\]{}]/g;

/** Finds the offset after a value in quotes or brackets; `undefined` if it has no end. */
function endOf(text: string, start: number): number | undefined {
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

/** Lists the spaces that lines of a value need before them, without its first and blank lines. */
function shallowLines(text: string, start: number, end: number, wanted: number): Insertion[] {
  const added: Insertion[] = [];
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
    const spaces = /^ */.exec(text.slice(at + 1, at + 1 + wanted))?.[0].length ?? 0;
    const isBlank = /[\r\n]/.test(text[at + 1 + spaces] ?? "\n");
    if (spaces < wanted && !isBlank) added.push({ at: at + 1, count: wanted - spaces });
  }
  return added;
}

function insert(text: string, insertions: readonly Insertion[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, count } of insertions) {
    pieces.push(text.slice(from, at), " ".repeat(count));
    from = at;
  }
  return pieces.join("") + text.slice(from);
}
