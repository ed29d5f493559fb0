import type { Edit } from "../diagnostics/repair.ts";
import { descend, pointerTokens } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "../json/json-value.ts";
import { moveReference } from "../references/move-reference.ts";
import { decodeFragment } from "../references/resolver.ts";
import type { FileStore, LoadedFile } from "../text/file-store.ts";

/**
 * Returns the value that replaces a reference: its target, with the members beside the `$ref`. Rewrites
 * references in the target for the new file. Returns `undefined` if the target cannot be used.
 */
export async function inlineTarget(
  { source, reference }: Edit & { readonly do: "inline" },
  file: LoadedFile,
  store: FileStore,
): Promise<JsonValue | undefined> {
  const url = URL.parse(reference, file.url);
  if (url === null) return undefined;
  const fragment = decodeFragment(url.hash.slice(1));
  url.hash = "";
  // Authors often put long descriptions into separate files.
  if (/\.(?:md|markdown|txt)$/i.test(url.pathname) && fragment === "") {
    const text = await store.read(url.href);
    return text.ok ? text.text : undefined;
  }
  const opened = url.href === file.url ? { ok: true, file } : await store.open(url.href);
  const target = opened.ok && "file" in opened ? opened.file : undefined;
  const tokens = fragment === undefined ? undefined : pointerTokens(fragment);
  if (target === undefined || tokens === undefined) return undefined;
  // A target that contains the reference cannot replace the reference.
  if (target === file && `${source.pointer}/`.startsWith(`${fragment}/`)) return undefined;
  const moved = moveValue(target, tokens, file);
  if (moved === undefined) return undefined;
  const place = descend(file.spec.root, pointerTokens(source.pointer) ?? []).value;
  return isJsonObject(moved) && isJsonObject(place) ? withSiblings(moved, place) : moved;
}

/**
 * Returns the value at a path of a file, with its references rewritten for a different file. Returns
 * `undefined` if there is no value at the path.
 */
export function moveValue(
  from: LoadedFile,
  tokens: readonly string[],
  to: LoadedFile,
): JsonValue | undefined {
  const { value, rest } = descend(from.spec.root, tokens);
  if (rest.length > 0) return undefined;
  return from === to ? value : rebaseReferences(value, from.url, to.url);
}

function withSiblings(target: JsonObject, { $ref: _, ...siblings }: JsonObject): JsonValue {
  return { ...target, ...siblings };
}

/** Rewrites the references in a value that moves from one file to another. */
function rebaseReferences(value: JsonValue, from: string, to: string): JsonValue {
  if (isJsonArray(value)) return value.map((item) => rebaseReferences(item, from, to));
  if (!isJsonObject(value)) return value;
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    const item = memberOf(value, key) ?? null;
    const isReference = key === "$ref" && typeof item === "string";
    setMember(
      copy,
      key,
      isReference ? moveReference(item, from, to) : rebaseReferences(item, from, to),
    );
  }
  return copy;
}
