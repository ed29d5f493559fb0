import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import { descend, pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import type { Specification } from "../specification.ts";
import type { Placement } from "./place-targets.ts";

/** The schemas of a bundle that have their own base URI for references. */
export interface Resources {
  /**
   * Returns the root of the resource that contains a place; `undefined` if that is the bundle
   * itself.
   */
  readonly rootOf: (place: Source) => Source | undefined;
  readonly idOf: (root: Source) => string | undefined;
  /** The added identifiers of files. They keep the dynamic anchors of the files separate. */
  readonly added: ReadonlyMap<Source, string>;
}

/** Finds the resources that a bundle keeps. */
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
