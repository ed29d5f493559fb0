import { pointerTokens } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "../json/json-value.ts";
import { decodeFragment } from "../references/resolver.ts";
import { moveValue } from "../repair/inline-target.ts";
import { type FileStore, type LoadedFile, specFile } from "../text/file-store.ts";

/** The maximum number of references in a chain. Guards against cycles. */
const MAX_HOPS = 32;

/**
 * Replaces references to path items, parameters and responses in other files by their targets. Only the
 * entry file is converted, and these objects have different fields in OpenAPI 3. References to schemas
 * stay.
 */
export async function inlineParts(file: LoadedFile, store: FileStore): Promise<LoadedFile> {
  const { spec } = file;
  if (!isJsonObject(spec.root)) return file;
  const root = await editMembers(spec.root, {
    parameters: (value) => eachMember(value, inlineReferences),
    responses: (value) => eachMember(value, inlineReferences),
    paths: (value) => eachMember(value, async (item) => pathItem(await inlineReferences(item))),
  });
  return { ...file, spec: specFile(spec.file, spec.format, spec.text, root) };

  async function pathItem(item: JsonValue): Promise<JsonValue> {
    return eachMember(item, async (value, key) =>
      key === "parameters"
        ? await eachItem(value)
        : await editMembers(value, {
            parameters: eachItem,
            responses: (responses) => eachMember(responses, inlineReferences),
          }),
    );
  }

  async function eachItem(list: JsonValue): Promise<JsonValue> {
    return isJsonArray(list) ? await Promise.all(list.map(inlineReferences)) : list;
  }

  async function inlineReferences(value: JsonValue): Promise<JsonValue> {
    let current = value;
    for (let hops = 0; hops < MAX_HOPS; hops += 1) {
      const reference = isJsonObject(current) ? memberOf(current, "$ref") : undefined;
      if (typeof reference !== "string" || reference.startsWith("#")) return current;
      const target = await findTarget(reference);
      if (target === undefined) return current;
      current = target;
    }
    return value;
  }

  async function findTarget(reference: string): Promise<JsonValue | undefined> {
    const url = URL.parse(reference, file.url);
    const tokens = pointerTokens(decodeFragment(url?.hash.slice(1) ?? "") ?? "");
    if (url === null || tokens === undefined) return undefined;
    url.hash = "";
    const opened = await store.open(url.href);
    return opened.ok && opened.file !== undefined
      ? moveValue(opened.file, tokens, file)
      : undefined;
  }
}

type Change = (value: JsonValue, key: string) => Promise<JsonValue>;

/** Returns a copy of an object. The given functions return the new values of some members. */
async function editMembers(
  value: JsonValue,
  changes: Readonly<Record<string, Change>>,
): Promise<JsonValue> {
  return eachMember(value, async (member, key) => {
    const change = Object.hasOwn(changes, key) ? changes[key] : undefined;
    return change === undefined ? member : await change(member, key);
  });
}

async function eachMember(value: JsonValue, change: Change): Promise<JsonValue> {
  if (!isJsonObject(value)) return value;
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    setMember(copy, key, await change(memberOf(value, key) ?? null, key));
  }
  return copy;
}
