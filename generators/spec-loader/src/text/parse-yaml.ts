// Parses YAML 1.2 (core schema) to plain JSON values. The syntax tree is dropped afterwards; one
// array of offsets for each mapping or sequence is kept for positions.

import { type Document, type ParsedNode, parseDocument } from "yaml";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { indentContinuations } from "./indent-continuations.ts";
import { createYamlReader } from "./read-yaml-node.ts";
import type { ParsedText, ParseLimits, TextProblem } from "./text-problem.ts";

/** The most syntax errors to report: further ones mostly follow from the first. */
const MAX_SYNTAX_PROBLEMS = 10;

/** Parses YAML. Integers outside ±(2^53-1) become bigint. Never throws for invalid text. */
export function parseYaml(text: string, limits: ParseLimits): ParsedText {
  try {
    const document = parse(text);
    if (document.errors.length === 0) return readYaml(document, limits);
    const indented = indentContinuations(text);
    const mended = indented && parse(indented.text);
    if (indented === undefined || mended === undefined || mended.errors.length > 0) {
      const problems = document.errors
        .slice(0, MAX_SYNTAX_PROBLEMS)
        .map(({ pos: [offset], message }) => ({ code: "YAML_SYNTAX" as const, offset, message }));
      return { problems, offsetOf: () => 0 };
    }
    const { offsetOf, ...read } = readYaml(mended, limits);
    const problems = read.problems.map((problem) => ({
      ...problem,
      offset: indented.originOf(problem.offset),
    }));
    return {
      ...read,
      problems: [...indented.problems, ...problems],
      offsetOf: (tokens) => indented.originOf(offsetOf(tokens)),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The library is recursive, so text that is nested deeper than the stack ends here.
    const message = `sequences and mappings nest more than ${limits.maxDepth} deep`;
    return { problems: [{ code: "NESTING_TOO_DEEP", offset: 0, message }], offsetOf: () => 0 };
  }
}

type ParsedDocument = Document.Parsed<ParsedNode, true>;

function parse(text: string): ParsedDocument {
  // The reader detects duplicate keys, in linear time.
  return parseDocument<ParsedNode, true>(text, {
    intAsBigInt: true,
    prettyErrors: false,
    resolveKnownTags: false,
    stringKeys: true,
    uniqueKeys: false,
    version: "1.2",
  });
}

/** Reads the value of a document without syntax errors. */
function readYaml({ contents: root, warnings }: ParsedDocument, limits: ParseLimits): ParsedText {
  const problems: TextProblem[] = [];
  for (const { code, pos, message } of warnings) {
    // A bracket that closes at the indentation of its key is read alike by everyone.
    if (code !== "BAD_INDENT") problems.push({ code: "YAML_TAG", offset: pos[0], message });
  }
  const reader = createYamlReader(limits, problems);
  const value = root === null ? null : reader.read(root);
  // Such a value must not be walked: expanded, it exceeds the memory or the stack.
  if (problems.some(({ code }) => code === "YAML_ALIAS_EXPANSION" || code === "NESTING_TOO_DEEP")) {
    return { problems, offsetOf: () => 0 };
  }
  const start = root?.range[0] ?? 0;
  return { value, problems, offsetOf: (tokens) => offsetIn(reader.offsets, value, start, tokens) };
}

function offsetIn(
  offsets: WeakMap<object, readonly number[]>,
  root: JsonValue,
  start: number,
  tokens: readonly string[],
): number {
  let value = root;
  let found = start;
  for (const token of tokens) {
    if (typeof value !== "object" || value === null) break;
    const index = Object.keys(value).indexOf(token);
    if (index < 0) break;
    found = offsets.get(value)?.[index] ?? found;
    value = (value as JsonObject)[token] ?? null;
  }
  return found;
}
