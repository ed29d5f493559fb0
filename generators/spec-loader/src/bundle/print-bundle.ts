import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Scalar,
  visit,
  YAMLMap,
} from "yaml";
import type { Source } from "../diagnostics/diagnostic.ts";
import { pointerTokens } from "../json/json-pointer.ts";
import type { JsonValue } from "../json/json-value.ts";
import type { SpecFile, Specification } from "../specification.ts";
import type { BundleEdit } from "./bundle-edits.ts";
import { type FileNodes, nodeAt, pairKey, parseNodes } from "./parse-nodes.ts";
import type { BundlePlan } from "./plan-bundle.ts";

/** Prints a bundle as the text of a file. */
export function printBundle(
  { entry, files }: Specification,
  { edits, components }: BundlePlan,
  format: "json" | "yaml",
): string {
  const parsed = new Map<string, FileNodes>();
  const { document, isAsWritten } = nodesOf(entry.file);
  if (isAsWritten && edits.isEmpty() && entry.format === format) return endLine(entry.text);
  const contents = bundledNode({ file: entry.file, pointer: "" });
  if (isMap(contents)) addComponents(contents);
  return printNodes(document, contents, format);

  function nodesOf(file: string): FileNodes {
    const known = parsed.get(file);
    if (known !== undefined) return known;
    const nodes = parseNodes(files.get(file) ?? entry);
    parsed.set(file, nodes);
    return nodes;
  }

  function bundledNode(place: Source): Node {
    const { contents: whole } = nodesOf(place.file);
    const node: unknown = nodeAt(whole, pointerTokens(place.pointer) ?? [])?.clone();
    return applyEdit(isNode(node) ? node : document.createNode(null), edits.find(place));
  }

  function applyEdit(node: Node, edit: BundleEdit | undefined): Node {
    if (edit === undefined) return node;
    if (isScalar(node) && edit.text !== undefined) {
      node.value = edit.text;
      return node;
    }
    if (isSeq(node)) {
      node.items = node.items.map((item, index) => member(item, edit.below.get(String(index))));
    }
    if (!isMap(node)) return node;
    for (const pair of node.items) {
      const below = edit.below.get(pairKey(pair));
      pair.value = member(pair.value, below);
      if (below?.key !== undefined && isScalar(pair.key)) pair.key.value = below.key;
    }
    for (const [key, value] of edit.added) node.items.push(document.createPair(key, value));
    return edit.by === undefined ? node : replaceReference(node, bundledNode(edit.by));
  }

  function member(value: unknown, edit: BundleEdit | undefined): unknown {
    return isNode(value) ? applyEdit(value, edit) : value;
  }

  function addComponents(root: YAMLMap): void {
    for (const { section, name, place } of components) {
      const named = mapIn(document, mapIn(document, root, "components"), section);
      named.items.push(document.createPair(name, bundledNode(place)));
    }
  }
}

/** Prints one file, changed or unchanged, with its comments and every digit of its numbers. */
export function printSpecFile(file: SpecFile, format: "json" | "yaml"): string {
  const { document, contents, isAsWritten } = parseNodes(file);
  if (isAsWritten && file.format === format) return endLine(file.text);
  return printNodes(document, contents, format);
}

/** Prints a value as the text of a file. */
export function printValue(value: JsonValue, format: "json" | "yaml"): string {
  const document = new Document<Node>(value, { aliasDuplicateObjects: false });
  return printNodes(document, document.contents ?? document.createNode(null), format);
}

/** Prints the nodes of a document as the text of a file. */
export function printNodes(
  document: Document<Node>,
  contents: Node,
  format: "json" | "yaml",
): string {
  if (format === "json") return `${printJson(contents)}\n`;
  document.contents = contents;
  // The library folds block scalars that start with a space, and thereby changes their value.
  visit(contents, {
    Scalar(_key, node) {
      if (typeof node.value !== "string" || !LEADING_SPACE.test(node.value)) return;
      if (node.value.includes("\n")) node.type = "QUOTE_DOUBLE";
    },
  });
  return endLine(document.toString({ lineWidth: 100, doubleQuotedMinMultiLineLength: UNBROKEN }));
}

const LEADING_SPACE = /^\s*[ \t]/;
/** The library sometimes breaks lines of double-quoted text wrongly. This length prevents all breaks. */
const UNBROKEN = Number.MAX_SAFE_INTEGER;

/** Replaces a reference by its target. Members and comments beside the `$ref` stay. */
function replaceReference(reference: YAMLMap, content: Node): Node {
  const others = reference.items.filter((pair) => pairKey(pair) !== "$ref");
  const own = new Set(others.map(pairKey));
  if (isMap(content)) {
    content.items = [...content.items.filter((pair) => !own.has(pairKey(pair))), ...others];
  }
  const comments = [reference.commentBefore, content.commentBefore, reference.comment];
  const comment = comments.filter((each) => typeof each === "string").join("\n");
  if (comment !== "") content.commentBefore = comment;
  return content;
}

/** Returns the map at a key in block style. Adds an empty map if the key is missing. */
function mapIn(document: Document, parent: YAMLMap, key: string): YAMLMap {
  parent.flow = false;
  const pair = parent.items.find((each) => pairKey(each) === key);
  if (isMap(pair?.value)) {
    pair.value.flow = false;
    return pair.value;
  }
  const map = new YAMLMap(document.schema);
  if (pair === undefined) parent.items.push(document.createPair(key, map));
  else pair.value = map;
  return map;
}

function endLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Prints nodes as JSON, indented by two spaces. Numbers keep their digits. */
export function printJson(node: unknown, indent = ""): string {
  const inner = `${indent}  `;
  if (isMap(node)) {
    const members = node.items.map(
      (pair) => `${inner}${JSON.stringify(pairKey(pair))}: ${printJson(pair.value, inner)}`,
    );
    return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => inner + printJson(item, inner));
    return items.length === 0 ? "[]" : `[\n${items.join(",\n")}\n${indent}]`;
  }
  return isScalar(node) ? printScalar(node) : "null";
}

function printScalar({ value, source }: Scalar): string {
  if (typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value !== "number" && typeof value !== "bigint") return "null";
  const isJson = source !== undefined && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(source);
  return isJson ? source : String(value);
}
