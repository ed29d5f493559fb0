// Prints a converted file. Reuses the YAML nodes of the original, which contain its comments, styles and
// digits.

import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Scalar,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import { emptyDocument, pairKey, parseNodes } from "../bundle/parse-nodes.ts";
import { printNodes } from "../bundle/print-bundle.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import { scalarText } from "../repair/scalar-text.ts";
import type { LoadedFile } from "../text/file-store.ts";
import type { LinkText, ObjectPart, Part, Spot } from "./part.ts";

/** Prints a part as the text of a file. */
export function printPart(
  file: LoadedFile,
  part: Part,
  linkText: LinkText,
  format: "json" | "yaml",
): string {
  const sources = new Map<LoadedFile, SourceNodes>();
  /**
   * The nodes whose comments were printed. If a node is needed again, a copy without comments is printed.
   */
  const used = new Set<unknown>();
  const { document } = sourceOf(file);
  return printNodes(document, nodeOf(part), format);

  function sourceOf(of: LoadedFile): SourceNodes {
    const known = sources.get(of);
    if (known !== undefined) return known;
    const source = readSource(of);
    sources.set(of, source);
    return source;
  }

  function nodeOf(of: Part): Node {
    switch (of.is) {
      case "kept":
        return keptNode(of.from) ?? valueNode(of.from, of.value);
      case "scalar":
      case "link":
        return scalarNode(of.from, of.is === "link" ? linkText(of) : of.value);
      case "list":
        return listNode(of.from, of.items);
      case "object":
        return mapNode(of);
      default:
        return of satisfies never;
    }
  }

  function keptNode({ file: of, pointer }: Spot): Node | undefined {
    const node = sourceOf(of).find(pointer)?.node;
    if (node === undefined) return undefined;
    if (!used.has(node)) {
      used.add(node);
      return node;
    }
    const copy: unknown = node.clone();
    return isNode(copy) ? copy : undefined;
  }

  /** Returns a node for a value of a JSON file. Keeps the digits of numbers and the order of keys. */
  function valueNode(from: Spot, value: JsonValue): Node {
    const below = (token: string | number): Spot => ({
      file: from.file,
      pointer: joinPointer(from.pointer, token),
    });
    if (isJsonArray(value)) {
      const list = new YAMLSeq(document.schema);
      list.items = value.map((item, index) => valueNode(below(index), item));
      return list;
    }
    if (isJsonObject(value)) {
      const map = new YAMLMap(document.schema);
      const keys = Object.keys(value);
      if (keys.some(isIndex))
        keys.sort((left, right) => offsetOf(below(left)) - offsetOf(below(right)));
      map.items = keys.map((key) =>
        document.createPair(new Scalar(key), valueNode(below(key), memberOf(value, key) ?? null)),
      );
      return map;
    }
    const node = new Scalar<unknown>(value);
    if (typeof value === "number") node.source = scalarText(from.file, from.pointer, value);
    return node;
  }

  function scalarNode({ file: of, pointer }: Spot, value: Scalar["value"]): Node {
    const node = new Scalar(value);
    const source = sourceOf(of).find(pointer)?.node;
    if (!isScalar(source)) return node;
    if (typeof value === "string" && typeof source.value === "string" && source.type) {
      node.type = source.type;
    }
    takeComments(source, node);
    return node;
  }

  function listNode({ file: of, pointer }: Spot, items: readonly Part[]): Node {
    const list = new YAMLSeq(document.schema);
    const source = sourceOf(of).find(pointer)?.node;
    if (isSeq(source)) {
      if (source.flow !== undefined) list.flow = source.flow;
      takeComments(source, list);
    }
    list.items = items.map(nodeOf);
    return list;
  }

  function mapNode({ from, members }: ObjectPart): Node {
    const map = new YAMLMap(document.schema);
    const source = sourceOf(from.file).find(from.pointer)?.node;
    const ordered = inWrittenOrder(members, source);
    if (isMap(source)) {
      if (source.flow !== undefined) map.flow = source.flow;
      leaveFirstComment(source, ordered[0]?.[1]);
      takeComments(source, map);
    }
    for (const [key, member] of ordered) map.items.push(pairOf(key, member));
    // Print a map in block style if it is too long for one line.
    if (map.flow === true && JSON.stringify(map).length > MAX_FLOW) map.flow = false;
    return map;
  }

  /**
   * Moves a comment from the map to the key of its first member. The library attaches this comment to the
   * map, but the comment may describe the member.
   */
  function leaveFirstComment(source: YAMLMap, first: Part | undefined): void {
    const { commentBefore } = source;
    const [written] = source.items;
    if (!commentBefore || written === undefined || used.has(source)) return;
    const pair = first && sourceOf(first.from.file).find(first.from.pointer)?.pair;
    if (pair === written || !isScalar(written.key) || used.has(written.key)) return;
    written.key.commentBefore = commentBefore;
    source.commentBefore = null;
  }

  function pairOf(key: string, member: Part): Pair {
    const name = new Scalar(key);
    const written = sourceOf(member.from.file).find(member.from.pointer)?.pair?.key;
    if (isScalar(written)) {
      if (written.value === key && written.type) name.type = written.type;
      takeComments(written, name);
    }
    return document.createPair(name, nodeOf(member));
  }

  /** Sorts members as in the original text, because JavaScript puts keys that look like indexes first. */
  function inWrittenOrder(
    members: ReadonlyMap<string, Part>,
    source: Node | undefined,
  ): readonly (readonly [string, Part])[] {
    const all = [...members];
    if (!all.some(([key]) => isIndex(key))) return all;
    if (!isMap(source)) {
      return all.sort(([, left], [, right]) => offsetOf(left.from) - offsetOf(right.from));
    }
    const ranks = new Map(source.items.map((pair, index) => [pairKey(pair), index]));
    const rankOf = (key: string): number => ranks.get(key) ?? ranks.size;
    return all.sort(([left], [right]) => rankOf(left) - rankOf(right));
  }

  function takeComments(from: Node, to: Node): void {
    if (used.has(from)) return;
    used.add(from);
    if (from.commentBefore) to.commentBefore = from.commentBefore;
    if (from.comment) to.comment = from.comment;
    if (from.spaceBefore) to.spaceBefore = true;
  }
}

/** The maximum length of a map in braces, measured as JSON. */
const MAX_FLOW = 80;

/** The nodes of a text, found by pointer. */
interface SourceNodes {
  readonly document: Document<Node>;
  readonly find: (pointer: string) => Found | undefined;
}

/** A node, and the key-value pair that contains it. */
interface Found {
  readonly node: Node | undefined;
  readonly pair?: Pair;
}

function isIndex(key: string): boolean {
  return /^\d+$/.test(key);
}

function offsetOf({ file, pointer }: Spot): number {
  return file.offset(pointer);
}

function readSource({ spec }: LoadedFile): SourceNodes {
  // JSON has no comments to keep, and it would take long to create nodes.
  if (spec.format === "json") return { document: emptyDocument(), find: () => undefined };
  const { document, contents } = parseNodes(spec);
  const maps = new Map<YAMLMap, ReadonlyMap<string, Pair>>();
  const find = (pointer: string): Found | undefined => {
    let found: Found = { node: contents };
    for (const token of pointerTokens(pointer) ?? []) {
      const { node } = found;
      if (isMap(node)) {
        const pair = pairsByKey(node).get(token);
        if (pair === undefined) return undefined;
        found = { node: isNode(pair.value) ? pair.value : undefined, pair };
      } else if (isSeq(node)) {
        const item: unknown = node.items[Number(token)];
        found = { node: isNode(item) ? item : undefined };
      } else return undefined;
    }
    return found;
  };
  return { document, find };

  function pairsByKey(map: YAMLMap): ReadonlyMap<string, Pair> {
    const known = maps.get(map);
    if (known !== undefined) return known;
    const pairs = new Map(map.items.map((pair) => [pairKey(pair), pair]));
    maps.set(map, pairs);
    return pairs;
  }
}
