/** The new value by JSON Pointer; `undefined` removes, and a {@link Renaming} renames a key. */
export type Edit = Readonly<Record<string, unknown>>;

/** A new name for a key. */
export interface Renaming {
  readonly renamed: string;
}

/** Renames the key at a pointer. */
export function renamed(name: string): Renaming {
  return { renamed: name };
}

type Node = Record<string, unknown>;

/** Returns a copy of a document with edits applied in order. */
export function editDocument(document: object, edit: Edit): object {
  const copy = structuredClone(document) as Node;
  for (const [pointer, value] of Object.entries(edit)) apply(copy, pointer, value);
  return copy;
}

function apply(root: Node, pointer: string, value: unknown): void {
  const tokens = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const key = tokens.pop() ?? "";
  let node = root;
  for (const token of tokens) {
    node[token] ??= {};
    node = node[token] as Node;
  }
  if (value === undefined) {
    if (Array.isArray(node)) node.splice(Number(key), 1);
    else if (!(key in node)) throw new Error(`${pointer} is not there`);
    else delete node[key];
  } else if (isRenaming(value)) {
    if (!(key in node)) throw new Error(`${pointer} is not there`);
    node[value.renamed] = node[key];
    delete node[key];
  } else node[key] = structuredClone(value);
}

function isRenaming(value: unknown): value is Renaming {
  return typeof value === "object" && value !== null && "renamed" in value;
}

/** Returns a copy of a value with the keys of all its objects in reverse order. */
export function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, reverseKeys(each)]),
  );
}
