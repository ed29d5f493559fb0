// The edits of one file, as a tree of pointer tokens. Applies all edits at once, copies only the changed
// parts, and finds the former places of values.

import type { Edit } from "../diagnostics/repair.ts";
import { pointerTokens } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "../json/json-value.ts";

/** The edits of a value, and of the values below it. */
export interface EditTree {
  readonly edits: Exclude<Edit, { do: "inline" }>[];
  readonly below: Map<string, EditTree>;
}

/** Creates a tree without edits. */
export function createEditTree(): EditTree {
  return { edits: [], below: new Map() };
}

/**
 * Adds edits to a tree. If the tree already has an edit at the same place, above it or below it, adds none
 * of them and returns false. Several edits may append to the same list.
 */
export function addEdits(tree: EditTree, edits: EditTree["edits"]): boolean {
  if (edits.some((edit) => isTaken(tree, edit))) return false;
  for (const edit of edits) {
    let node = tree;
    for (const token of pointerTokens(edit.source.pointer) ?? []) {
      const next = node.below.get(token) ?? createEditTree();
      node.below.set(token, next);
      node = next;
    }
    node.edits.push(edit);
  }
  return true;
}

function isTaken(tree: EditTree, edit: Edit): boolean {
  let node: EditTree | undefined = tree;
  for (const token of pointerTokens(edit.source.pointer) ?? []) {
    if (node.edits.length > 0) return true;
    node = node.below.get(token);
    if (node === undefined) return false;
  }
  const repeats = edit.do === "append" && node.edits.every((other) => other.do === "append");
  return !repeats || node.below.size > 0;
}

/** Applies the edits of a tree to a value. Returns `undefined` if an edit removes the value itself. */
export function editValue(
  value: JsonValue | undefined,
  { edits, below }: EditTree,
): JsonValue | undefined {
  let edited = value;
  for (const edit of edits) {
    if (edit.do === "set") edited = edit.value;
    else if (edit.do === "remove") return undefined;
    else if (edit.do === "append") edited = [...(isJsonArray(edited) ? edited : []), edit.value];
  }
  if (below.size === 0) return edited;
  if (isJsonArray(edited)) return editList(edited, below);
  return isJsonObject(edited) ? editObject(edited, below) : edited;
}

function editList(list: readonly JsonValue[], below: EditTree["below"]): JsonValue {
  return list.flatMap((item, index) => {
    const tree = below.get(String(index));
    const edited = tree === undefined ? item : editValue(item, tree);
    return edited === undefined ? [] : [edited];
  });
}

function editObject(object: JsonObject, below: EditTree["below"]): JsonValue {
  const copy: Record<string, JsonValue> = {};
  const added = [...below.keys()].filter((key) => !Object.hasOwn(object, key));
  for (const key of [...Object.keys(object), ...added]) {
    const tree = below.get(key);
    const value = memberOf(object, key);
    const edited = tree === undefined ? value : editValue(value, tree);
    if (edited !== undefined) setMember(copy, renamedKey(tree) ?? key, edited);
  }
  return copy;
}

function renamedKey(tree: EditTree | undefined): string | undefined {
  const edit = tree?.edits.find((each) => each.do === "rename");
  return edit?.do === "rename" ? edit.key : undefined;
}

/** Returns the path that a value had before the edits of a tree. */
export function tokensBefore(
  tree: EditTree,
  root: JsonValue,
  tokens: readonly string[],
): readonly string[] {
  const before: string[] = [];
  let node: EditTree | undefined = tree;
  let value: JsonValue | undefined = root;
  for (const token of tokens) {
    const old: string = node === undefined ? token : tokenBefore(node, value, token);
    before.push(old);
    node = node?.below.get(old);
    if (isJsonArray(value)) value = value[Number(old)];
    else value = isJsonObject(value) ? memberOf(value, old) : undefined;
  }
  return before;
}

function tokenBefore({ below }: EditTree, value: JsonValue | undefined, token: string): string {
  if (!isJsonArray(value)) {
    for (const [key, tree] of below) if (renamedKey(tree) === token) return key;
    return token;
  }
  let left = Number(token);
  for (let index = 0; index < value.length; index += 1) {
    const isRemoved = below.get(String(index))?.edits.some((edit) => edit.do === "remove");
    if (isRemoved !== true) left -= 1;
    if (left < 0) return String(index);
  }
  return token;
}
