// Parses a file to YAML nodes. Printing them keeps the comments and every digit of the numbers.

import { isDeepStrictEqual } from "node:util";
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type ScalarTag,
  type Tags,
  visit,
  type YAMLMap,
} from "yaml";
import { isJsonArray, isJsonObject, type JsonValue } from "../json/json-value.ts";
import type { SpecFile } from "../specification.ts";
import { createYamlReader } from "../text/parse-yaml.ts";

export interface FileNodes {
  readonly document: Document<Node>;
  readonly contents: Node;
  /** False if the value differs from the text, after a repair, an overlay or a conversion. */
  readonly isAsWritten: boolean;
}

/**
 * Parses the text of a file to nodes. Parts that a repair, an overlay or a conversion changed get new
 * nodes. All other nodes keep their comments.
 */
export function parseNodes({ text, root, format }: SpecFile): FileNodes {
  const document = parseWithDigits(text);
  const { contents: written } = document;
  if (document.errors.length > 0 || written === null) {
    const contents = document.createNode(root, { aliasDuplicateObjects: false });
    return { document, contents, isAsWritten: false };
  }
  const isAsWritten = isSame(written, root);
  const expanded = expandAliases(written);
  const contents = isAsWritten ? expanded : withValue(document, expanded, root);
  if (format === "json") clearStyle(contents);
  return { document, contents, isAsWritten };
}

/** Returns a document without content. Numbers in it are printed with all their digits. */
export function emptyDocument(): Document<Node> {
  return parseWithDigits("");
}

function parseWithDigits(text: string): Document<Node> {
  return parseDocument<Node>(text, {
    customTags: withDigits,
    intAsBigInt: true,
    prettyErrors: false,
    resolveKnownTags: false,
    stringKeys: true,
    uniqueKeys: false,
    version: "1.2",
  });
}

/** Returns nodes that represent a value. Reuses and changes existing nodes where they match the value. */
function withValue(document: Document<Node>, node: Node | undefined, value: JsonValue): Node {
  if (isMap(node) && isJsonObject(value)) {
    const pairs = new Map(node.items.map((pair) => [pairKey(pair), pair]));
    node.items = Object.keys(value).map((key) => {
      const pair = pairs.get(key) ?? document.createPair(key, null);
      const before = isNode(pair.value) ? pair.value : undefined;
      pair.value = withValue(document, before, value[key] ?? null);
      return pair;
    });
    return node;
  }
  if (isSeq(node) && isJsonArray(value)) {
    const nodes = node.items.filter(isNode);
    let next = 0;
    node.items = value.map((item) => {
      const same = nodes.findIndex((each, index) => index >= next && isSame(each, item));
      if (same >= 0) next = same;
      const before = nodes[next];
      next += 1;
      return withValue(document, before, item);
    });
    return node;
  }
  if (node !== undefined && isSame(node, value)) return node;
  return document.createNode(value, { aliasDuplicateObjects: false });
}

const unlimited = {
  maxDepth: Number.POSITIVE_INFINITY,
  maxAliasedValues: Number.POSITIVE_INFINITY,
};

function isSame(node: Node, value: SpecFile["root"]): boolean {
  return isDeepStrictEqual(createYamlReader(unlimited, []).read(node), value);
}

/** Makes the library print each number with the digits of the original text. */
function withDigits(tags: Tags): Tags {
  return tags.map((tag) => {
    if (typeof tag === "string" || !isNumberTag(tag)) return tag;
    const { stringify } = tag;
    return {
      ...tag,
      stringify: (item, ...rest) => item.source ?? stringify?.(item, ...rest) ?? String(item.value),
    };
  });
}

function isNumberTag(tag: Exclude<Tags[number], string>): tag is ScalarTag {
  return tag.collection === undefined && /:(?:int|float)$/.test(tag.tag);
}

/** Removes the style of JSON from nodes, so that YAML is printed without braces and with few quotes. */
function clearStyle(contents: Node): void {
  visit(contents, (_key, node) => {
    if (isMap(node) || isSeq(node)) node.flow = false;
    if (isScalar(node)) {
      delete node.type;
      delete node.spaceBefore;
    }
  });
}

/**
 * Replaces aliases and merge keys by copies of their targets, because a part that moves to a different file
 * may lose its anchors. Changes the given nodes.
 */
export function expandAliases(contents: Node): Node {
  const anchors = new Map<string, Node>();
  return expandNode(contents);

  function expandNode(node: Node): Node {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      return target === undefined ? node : copyOf(target);
    }
    if (isSeq(node))
      node.items = node.items.map((item) => (isNode(item) ? expandNode(item) : item));
    if (isMap(node)) expandMap(node);
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      anchors.set(node.anchor, node);
      delete node.anchor;
    }
    return node;
  }

  function expandMap(map: YAMLMap): void {
    const pairs = new Map<string, Pair>();
    const merged: Pair[] = [];
    for (const pair of map.items) {
      if (isNode(pair.value)) pair.value = expandNode(pair.value);
      if (isMergeKey(pair)) merged.push(...mergedPairs(pair.value));
      else pairs.set(pairKey(pair), pair);
    }
    for (const pair of merged) {
      if (!pairs.has(pairKey(pair))) pairs.set(pairKey(pair), copyOfPair(pair));
    }
    map.items = [...pairs.values()];
  }
}

function copyOf(node: Node): Node {
  const copy: unknown = node.clone();
  return isNode(copy) ? copy : node;
}

function copyOfPair(pair: Pair): Pair {
  const copy: unknown = pair.clone();
  return isPair(copy) ? copy : pair;
}

function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && key.type === "PLAIN" && key.value === "<<";
}

/** Returns the members that a merge key (`<<`) adds. Its value is a mapping, or a list of mappings. */
function mergedPairs(value: unknown): readonly Pair[] {
  if (isSeq(value)) return value.items.flatMap(mergedPairs);
  return isMap(value) ? value.items : [];
}

export function pairKey({ key }: Pair): string {
  return isScalar(key) ? String(key.value ?? "") : String(key ?? "");
}

/**
 * Finds the node at the tokens of a JSON Pointer. Returns `undefined` if the value is missing or empty.
 */
export function nodeAt(contents: Node, tokens: readonly string[]): Node | undefined {
  let node: Node | undefined = contents;
  for (const token of tokens) {
    let next: unknown;
    if (isMap(node)) next = node.items.find((pair) => pairKey(pair) === token)?.value;
    else if (isSeq(node)) next = node.items[Number(token)];
    node = isNode(next) ? next : undefined;
  }
  return node;
}
