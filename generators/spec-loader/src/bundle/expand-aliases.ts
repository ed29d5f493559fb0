import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import { keyOf } from "./node-at.ts";

/**
 * Replaces the aliases and merge keys of nodes by copies of what they stand for, because a part
 * that moves may lose its anchors. Changes the nodes.
 */
export function expandAliases(contents: Node): Node {
  const anchors = new Map<string, Node>();
  return expand(contents);

  function expand(node: Node): Node {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      return target === undefined ? node : copyOf(target);
    }
    if (isSeq(node)) node.items = node.items.map((item) => (isNode(item) ? expand(item) : item));
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
      if (isNode(pair.value)) pair.value = expand(pair.value);
      if (isMergeKey(pair)) merged.push(...pairsOf(pair.value));
      else pairs.set(keyOf(pair), pair);
    }
    for (const pair of merged) {
      if (!pairs.has(keyOf(pair))) pairs.set(keyOf(pair), copyOfPair(pair));
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

/** The members of a mapping, or of each mapping of a list, that a merge key stands for. */
function pairsOf(value: unknown): readonly Pair[] {
  if (isSeq(value)) return value.items.flatMap(pairsOf);
  return isMap(value) ? value.items : [];
}
