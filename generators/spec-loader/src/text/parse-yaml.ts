// Parses YAML 1.2 (core schema) to plain JSON values. The syntax tree is dropped afterwards; one
// array of offsets for each mapping or sequence is kept for positions.

import { type ParsedNode, parseDocument } from "yaml";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { createYamlReader } from "./read-yaml-node.ts";
import type { ParsedText, ParseLimits, TextProblem } from "./text-problem.ts";

/** The most syntax errors to report: further ones mostly follow from the first. */
const MAX_SYNTAX_PROBLEMS = 10;

/** Parses YAML. Integers outside ±(2^53-1) become bigint. Never throws for invalid text. */
export function parseYaml(text: string, limits: ParseLimits): ParsedText {
  const problems: TextProblem[] = [];
  try {
    // The reader detects duplicate keys, in linear time.
    const document = parseDocument<ParsedNode, true>(text, {
      intAsBigInt: true,
      prettyErrors: false,
      resolveKnownTags: false,
      stringKeys: true,
      uniqueKeys: false,
      version: "1.2",
    });
    for (const error of document.errors.slice(0, MAX_SYNTAX_PROBLEMS)) {
      problems.push({ code: "YAML_SYNTAX", offset: error.pos[0], message: error.message });
    }
    for (const warning of document.warnings) {
      problems.push({ code: "YAML_TAG", offset: warning.pos[0], message: warning.message });
    }
    if (document.errors.length > 0) return { problems, offsetOf: () => 0 };
    const reader = createYamlReader(limits, problems);
    const root = document.contents;
    const value = root === null ? null : reader.read(root);
    // Such a value must not be walked: expanded, it exceeds the memory or the stack.
    if (
      problems.some(({ code }) => code === "YAML_ALIAS_EXPANSION" || code === "NESTING_TOO_DEEP")
    ) {
      return { problems, offsetOf: () => 0 };
    }
    const start = root?.range[0] ?? 0;
    return {
      value,
      problems,
      offsetOf: (tokens) => offsetIn(reader.offsets, value, start, tokens),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The library is recursive, so text that is nested deeper than the stack ends here.
    const message = `sequences and mappings nest more than ${limits.maxDepth} deep`;
    problems.push({ code: "NESTING_TOO_DEEP", offset: 0, message });
    return { problems, offsetOf: () => 0 };
  }
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
