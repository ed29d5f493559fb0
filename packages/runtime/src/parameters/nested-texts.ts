// Reads nested values of style `deepObject` from names such as `a[b][0][c]`, as `qs` and others write them.

import type {
  ParameterDescriptor,
  ParameterIssue,
  ParameterType,
  TextShape,
} from "../codegen/parameter.ts";
import { readScalar } from "./any-scalar.ts";
import { parameterIssue } from "./parameter-error.ts";
import { valueOrIssue } from "./scalar-value.ts";

/**
 * A node of the tree of texts. Its members have the names in brackets; `texts` are the texts without
 * further brackets.
 */
export interface NestedTexts {
  readonly texts: string[];
  readonly members: Map<string, NestedTexts>;
}

/** The maximum number of brackets after a name. */
const MAX_DEPTH = 32;
const INDEX = /^[0-9]{1,6}$/;

/**
 * Removes the texts of a nested value from `all`, and returns them as a tree. Returns undefined if the
 * value has no texts.
 */
export function nestedTexts(
  name: string,
  all: Map<string, string[]>,
  decodeAll: (texts: readonly string[]) => readonly string[],
): NestedTexts | undefined {
  const root: NestedTexts = { texts: [], members: new Map() };
  let isFound = false;
  for (const [key, texts] of all) {
    const path = nestedPath(name, key);
    if (path === undefined) continue;
    all.delete(key);
    isFound = true;
    let node = root;
    for (const member of path) {
      const next = node.members.get(member) ?? { texts: [], members: new Map() };
      node.members.set(member, next);
      node = next;
    }
    node.texts.push(...decodeAll(texts));
  }
  return isFound ? root : undefined;
}

/** Returns the names in the brackets of a key; undefined if the key belongs to a different parameter. */
function nestedPath(name: string, key: string): readonly string[] | undefined {
  if (key === name) return [];
  const rest = key.slice(name.length);
  if (!key.startsWith(`${name}[`) || !rest.endsWith("]")) return undefined;
  const path = rest.slice(1, -1).split("][");
  const isPlain = path.every((member) => !/[[\]]/.test(member));
  return isPlain && path.length <= MAX_DEPTH ? path : undefined;
}

/** Converts a tree of texts to a value by the types of its shape, and adds any issues. */
export function readNested(
  descriptor: ParameterDescriptor,
  { texts, members }: NestedTexts,
  shape: TextShape,
  issues: ParameterIssue[],
): unknown {
  const { type, properties = {}, additional = "string", items } = objectShape(shape);

  function readText(leafType: ParameterType, text: string): unknown {
    return valueOrIssue("query", descriptor.name, readScalar(leafType, text), issues);
  }

  function addIssue(code: string, message: string): undefined {
    issues.push(parameterIssue("query", descriptor.name, code, message));
  }

  if (members.size === 0) {
    const [first = "", ...more] = texts;
    if (more.length === 0 && (items === undefined || type !== undefined)) {
      return readText(type ?? "string", first);
    }
    if (items === undefined) return addIssue("repeated", "given more than once");
    const { type: itemType = "string" } = objectShape(items);
    return texts.map((text) => readText(itemType, text));
  }
  if (texts.length > 0) return addIssue("type", "is given both with and without members");
  const list = items === undefined ? undefined : listItems(members);
  if (list !== undefined && items !== undefined) {
    return list.map((node) => readNested(descriptor, node, items, issues));
  }
  const entries = [...members].map(([key, node]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return [key, readNested(descriptor, node, known ?? additional, issues)];
  });
  return Object.fromEntries(entries);
}

/** Returns the items of a list in order: `[]` repeated, or `[0]`, `[1]` and so on. */
function listItems(members: ReadonlyMap<string, NestedTexts>): readonly NestedTexts[] | undefined {
  const unnamed = members.get("");
  if (unnamed !== undefined && members.size === 1) {
    if (unnamed.members.size > 0) return [unnamed];
    return unnamed.texts.map((text) => ({ texts: [text], members: new Map() }));
  }
  const all = [...members];
  if (!all.every(([key]) => INDEX.test(key))) return undefined;
  return all.sort(([one], [other]) => Number(one) - Number(other)).map(([, node]) => node);
}

function objectShape(shape: TextShape): Exclude<TextShape, string> {
  return typeof shape === "string" ? { type: shape } : shape;
}
