import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import { descend, pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import type { Specification } from "../specification.ts";
import type { Placement } from "./place-targets.ts";

/** The schemas with a `$id` in a bundle. References below such a schema are relative to its `$id`. */
export interface Resources {
  /**
   * Returns the nearest schema with a `$id` at or above a place; `undefined` if no such schema contains the
   * place.
   */
  readonly rootOf: (place: Source) => Source | undefined;
  readonly idOf: (root: Source) => string | undefined;
  /**
   * The `$id` that the bundle adds to files with `$dynamicAnchor`, so that equal anchors of several files
   * do not mix.
   */
  readonly added: ReadonlyMap<Source, string>;
}

/** Finds the schemas with a `$id` that a bundle contains. */
export function findResources(
  { files, entry }: Specification,
  document: DocumentType,
  { components, pointerOf }: Pick<Placement, "components" | "pointerOf">,
): Resources {
  const added = new Map<Source, string>();
  const withIds = new Set<string>();
  for (const [file, { text }] of files) {
    if (document.identifiers && text.includes("$id")) withIds.add(file);
  }
  for (const { place, section } of components) {
    const { file, pointer } = place;
    if (!document.identifiers || section !== "schemas" || pointer !== "") continue;
    const isDynamic = files.get(file)?.text.includes("$dynamicAnchor") === true;
    if (!isDynamic || writtenId(place) !== undefined) continue;
    added.set(place, file);
    withIds.add(file);
  }
  const addedIds = new Map([...added].map(([{ file }, id]) => [file, id]));
  return { rootOf: resourceRoot, idOf: resourceId, added };

  function resourceRoot({ file, pointer }: Source): Source | undefined {
    if (!withIds.has(file)) return undefined;
    const tokens = pointerTokens(pointer) ?? [];
    let at = pointer;
    for (let depth = tokens.length; depth >= 0; depth -= 1) {
      const root = { file, pointer: at };
      if (!(file === entry.file && at === "") && resourceId(root) !== undefined) {
        return pointerOf(root) === undefined ? undefined : root;
      }
      at = at.slice(0, Math.max(at.lastIndexOf("/"), 0));
    }
    return undefined;
  }

  function resourceId(root: Source): string | undefined {
    return writtenId(root) ?? (root.pointer === "" ? addedIds.get(root.file) : undefined);
  }

  function writtenId({ file, pointer }: Source): string | undefined {
    const value = descend(files.get(file)?.root ?? null, pointerTokens(pointer) ?? []);
    return value.rest.length === 0 ? idIn(value.value) : undefined;
  }
}

function idIn(value: JsonValue): string | undefined {
  const id = isJsonObject(value) ? memberOf(value, "$id") : undefined;
  return typeof id === "string" && id !== "" && !id.startsWith("#") ? id : undefined;
}
