// Parses YAML 1.2 (core schema) to plain JSON values. Stores the offsets of the members of each mapping and
// sequence, to find positions.

import { isDeepStrictEqual } from "node:util";
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { SyntaxCode } from "../diagnostics/syntax.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "../json/json-value.ts";
import { indentContinuations } from "./indent-continuations.ts";
import { readPlainYaml } from "./read-plain-yaml.ts";
import type { ParsedText, ParseLimits, TextProblem } from "./text-problem.ts";

/** The maximum number of syntax errors to report, because most later errors follow from the first. */
const MAX_SYNTAX_PROBLEMS = 10;

/** Parses YAML. Integers outside ±(2^53-1) become bigint. Never throws for invalid text. */
export function parseYaml(text: string, limits: ParseLimits): ParsedText {
  const plain = readPlainYaml(text, limits.maxDepth);
  if (plain !== undefined) {
    const { value, start, offsets } = plain;
    return { value, problems: [], offsetOf: (tokens) => offsetIn(offsets, value, start, tokens) };
  }
  return parseAnyYaml(text, limits);
}

/** Parses any YAML. `parseYaml` calls this function for texts that are not plain. */
export function parseAnyYaml(text: string, limits: ParseLimits): ParsedText {
  try {
    const document = parse(text);
    if (document.errors.length === 0) return readYaml(document, limits);
    // The library reports some stack overflows as syntax errors. Treat them as overflows.
    if (document.errors.some(({ message }) => /stack (?:size exceeded|overflow)/i.test(message))) {
      throw new RangeError("the stack is too small");
    }
    const indented = indentContinuations(text);
    const fixed = indented && parse(indented.text);
    if (indented === undefined || fixed === undefined || fixed.errors.length > 0) {
      const problems = document.errors
        .slice(0, MAX_SYNTAX_PROBLEMS)
        .map(({ pos: [offset], message }) => ({ code: "YAML_SYNTAX" as const, offset, message }));
      return { problems, offsetOf: () => 0 };
    }
    const { offsetOf, ...read } = readYaml(fixed, limits);
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
    // The library is recursive, so a text with very deep nesting exceeds the stack.
    const message = `sequences and mappings nest more than ${limits.maxDepth} deep`;
    return { problems: [{ code: "NESTING_TOO_DEEP", offset: 0, message }], offsetOf: () => 0 };
  }
}

type ParsedDocument = Document.Parsed<ParsedNode, true>;

function parse(text: string): ParsedDocument {
  // Keys need not be unique for the library. `createYamlReader` finds duplicate keys in linear time.
  return parseDocument<ParsedNode, true>(text, {
    intAsBigInt: true,
    prettyErrors: false,
    resolveKnownTags: false,
    stringKeys: true,
    uniqueKeys: false,
    version: "1.2",
  });
}

/** Reads the value of a document that has no syntax errors. */
function readYaml({ contents: root, warnings }: ParsedDocument, limits: ParseLimits): ParsedText {
  const problems: TextProblem[] = [];
  for (const { code, pos, message } of warnings) {
    // YAML tools accept a closing bracket that is not indented more than its key.
    if (code !== "BAD_INDENT") problems.push({ code: "YAML_TAG", offset: pos[0], message });
  }
  const reader = createYamlReader(limits, problems);
  const value = root === null ? null : reader.read(root);
  // Return no value, because the expanded value would exceed the memory or the stack.
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

/** A value, its depth, and its number of values. Values of aliases are counted each time. */
interface Reading {
  readonly value: JsonValue;
  readonly size: number;
  readonly height: number;
}

/** Converts nodes to values, and stores the offsets of the members of each array and object. */
export interface YamlReader {
  readonly read: (node: Node) => JsonValue;
  /**
   * The offsets of the members in the order of `Object.keys`. For a mapping, these are the offsets of its
   * keys.
   */
  readonly offsets: WeakMap<object, readonly number[]>;
}

const nothing: Reading = { value: null, size: 1, height: 0 };

/** Creates a reader. It adds its findings to `problems`. All aliases of an anchor share the same value. */
export function createYamlReader(limits: ParseLimits, problems: TextProblem[]): YamlReader {
  const offsets = new WeakMap<object, readonly number[]>();
  const anchors = new Map<string, Reading | "open">();
  let aliased = 0;
  let tooDeep = false;

  return { read: (node) => readNode(node, 0).value, offsets };

  function readNode(node: unknown, depth: number): Reading {
    if (isAlias(node)) return readAlias(node, depth);
    if (isScalar(node)) {
      const reading = { value: readScalar(node), size: 1, height: 0 };
      if (node.anchor !== undefined) anchors.set(node.anchor, reading);
      return reading;
    }
    if (!isMap(node) && !isSeq(node)) return nothing;
    if (!checkDepth(node, depth + 1)) return nothing;
    if (node.anchor !== undefined) anchors.set(node.anchor, "open");
    const reading = isMap(node) ? readMap(node, depth + 1) : readSeq(node, depth + 1);
    if (node.anchor !== undefined) anchors.set(node.anchor, reading);
    return reading;
  }

  function readSeq(node: YAMLSeq, depth: number): Reading {
    const array: JsonValue[] = [];
    const places: number[] = [];
    let size = 1;
    let height = 0;
    for (const item of node.items) {
      const reading = readNode(item, depth);
      array.push(reading.value);
      places.push(startOf(item, startOf(node, 0)));
      size += reading.size;
      height = Math.max(height, reading.height);
    }
    offsets.set(array, places);
    return { value: array, size, height: height + 1 };
  }

  function readMap(node: YAMLMap, depth: number): Reading {
    const object: Record<string, JsonValue> = {};
    const places = new Map<string, number>();
    const merges: { readonly value: JsonValue; readonly offset: number }[] = [];
    let size = 1;
    let height = 0;
    for (const { key, value } of node.items) {
      const offset = startOf(key, startOf(node, 0));
      const reading = readNode(value, depth);
      size += reading.size;
      height = Math.max(height, reading.height);
      if (isMergeKey(key)) {
        merges.push({ value: reading.value, offset });
        continue;
      }
      const name = isScalar(key) ? String(key.value ?? "") : "";
      if (places.has(name)) {
        const isSame = isDeepStrictEqual(memberOf(object, name), reading.value);
        problems.push({
          code: "KEY_DUPLICATE",
          offset,
          message: `the key ${JSON.stringify(name)} occurs twice in one mapping`,
          ...(isSame && { reading: "kept once" }),
        });
      }
      places.set(name, offset);
      setMember(object, name, reading.value);
    }
    for (const merge of merges) mergeInto(object, places, merge.value, merge.offset);
    offsets.set(
      object,
      Object.keys(object).map((name) => places.get(name) ?? 0),
    );
    return { value: object, size, height: height + 1 };
  }

  /**
   * Adds the members of a merge key (`<<`). Its value is a mapping or a sequence of mappings. Members that
   * already exist stay.
   */
  function mergeInto(
    object: Record<string, JsonValue>,
    places: Map<string, number>,
    source: JsonValue,
    offset: number,
  ): void {
    const sources = isJsonArray(source) ? source : [source];
    for (const each of sources) {
      if (!isJsonObject(each)) {
        report("YAML_ALIAS", offset, "the merge key << takes a mapping or a list of mappings");
        continue;
      }
      for (const [name, value] of Object.entries(each satisfies JsonObject)) {
        if (places.has(name)) continue;
        places.set(name, offset);
        setMember(object, name, value);
      }
    }
  }

  function readAlias(node: Alias, depth: number): Reading {
    const target = anchors.get(node.source);
    if (target === undefined || target === "open") {
      const reason = target === "open" ? "is inside its own anchor" : "has no anchor before it";
      report("YAML_ALIAS", startOf(node, 0), `the alias *${node.source} ${reason}`);
      return nothing;
    }
    if (!checkDepth(node, depth + target.height)) return nothing;
    const before = aliased;
    aliased += target.size;
    if (before <= limits.maxAliasedValues && aliased > limits.maxAliasedValues) {
      const message = `the aliases of this file expand to more than ${limits.maxAliasedValues} values`;
      report("YAML_ALIAS_EXPANSION", startOf(node, 0), message);
    }
    return target;
  }

  function readScalar(node: Scalar): JsonValue {
    const { value } = node;
    switch (typeof value) {
      case "bigint": {
        const number = Number(value);
        return Number.isSafeInteger(number) ? number : value;
      }
      case "number":
        if (!Number.isFinite(value)) {
          report(
            "NUMBER_RANGE",
            startOf(node, 0),
            `the number ${node.source ?? value} has no JSON form`,
          );
        }
        return value;
      case "string":
      case "boolean":
        return value;
      default:
        return null;
    }
  }

  function checkDepth(node: Node, depth: number): boolean {
    if (depth <= limits.maxDepth) return true;
    if (!tooDeep) {
      const message = `sequences and mappings nest more than ${limits.maxDepth} deep`;
      report("NESTING_TOO_DEEP", startOf(node, 0), message);
    }
    tooDeep = true;
    return false;
  }

  function report(code: SyntaxCode, offset: number, message: string): void {
    problems.push({ code, offset, message });
  }
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === "PLAIN" && key.value === "<<";
}

function startOf(node: unknown, otherwise: number): number {
  if (isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)) {
    return node.range?.[0] ?? otherwise;
  }
  return otherwise;
}
