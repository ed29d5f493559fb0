// Parses a file to nodes that print with their comments and with every digit of their numbers.

import { isDeepStrictEqual } from "node:util";
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type ScalarTag,
  type Tags,
  visit,
} from "yaml";
import type { SpecFile } from "../specification.ts";
import { createYamlReader } from "../text/read-yaml-node.ts";
import { expandAliases } from "./expand-aliases.ts";

/** The nodes of a file. */
export interface FileNodes {
  readonly document: Document<Node>;
  readonly contents: Node;
  /** Whether the text of the file says what was read; otherwise it was repaired or converted. */
  readonly isAsWritten: boolean;
}

/** Parses the text of a file. What was repaired or converted has the nodes of its value. */
export function parseNodes({ text, root, format }: SpecFile): FileNodes {
  const document: Document<Node> = parseDocument<Node>(text, {
    customTags: withDigits,
    intAsBigInt: true,
    prettyErrors: false,
    resolveKnownTags: false,
    stringKeys: true,
    uniqueKeys: false,
    version: "1.2",
  });
  const { contents: written } = document;
  if (document.errors.length > 0 || written === null || !isSame(written, root)) {
    const contents = document.createNode(root, { aliasDuplicateObjects: false });
    return { document, contents, isAsWritten: false };
  }
  const contents = expandAliases(written);
  if (format === "json") clearStyle(contents);
  return { document, contents, isAsWritten: true };
}

const unlimited = {
  maxDepth: Number.POSITIVE_INFINITY,
  maxAliasedValues: Number.POSITIVE_INFINITY,
};

function isSame(node: Node, value: SpecFile["root"]): boolean {
  return isDeepStrictEqual(createYamlReader(unlimited, []).read(node), value);
}

/** Lets numbers print as they are written. */
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

/** Lets JSON print in the usual style of YAML: without braces, and quotes only where needed. */
function clearStyle(contents: Node): void {
  visit(contents, (_key, node) => {
    if (isMap(node) || isSeq(node)) node.flow = false;
    if (isScalar(node)) {
      delete node.type;
      delete node.spaceBefore;
    }
  });
}
