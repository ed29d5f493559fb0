import type { Source } from "../diagnostics/diagnostic.ts";
import { pointerTokens } from "../json/json-pointer.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";

/** The changes at and below a place of a file that becomes part of a bundle. */
export interface BundleEdit {
  /** The text that replaces the value. */
  text?: string;
  /** The key that replaces the key of the member. */
  key?: string;
  /** The place whose content replaces the reference; members beside the reference stay. */
  by?: Source;
  /** Members that are added to the object. */
  readonly added: Map<string, JsonValue>;
  readonly below: Map<string, BundleEdit>;
}

/** The edits of all files of a document. */
export interface BundleEdits {
  /** Whether nothing changes. */
  readonly isEmpty: () => boolean;
  /** Returns the edit of a place, and creates it if it is missing. */
  readonly at: (place: Source) => BundleEdit;
  /** Returns the edit of a place if the place, or something below it, changes. */
  readonly find: (place: Source) => BundleEdit | undefined;
  /** Returns the path of something below a place, with its new keys. */
  readonly renamed: (place: Source, tokens: readonly string[]) => readonly string[];
}

/** Creates an empty set of edits. */
export function createBundleEdits(): BundleEdits {
  const files = new Map<string, BundleEdit>();
  return {
    isEmpty: () => files.size === 0,
    at: ({ file, pointer }) => {
      let edit = childEdit(files, file);
      for (const token of pointerTokens(pointer) ?? []) edit = childEdit(edit.below, token);
      return edit;
    },
    find: findEdit,
    renamed: (place, tokens) => {
      let edit = findEdit(place);
      return tokens.map((token) => {
        edit = edit?.below.get(token);
        return edit?.key ?? token;
      });
    },
  };

  function findEdit({ file, pointer }: Source): BundleEdit | undefined {
    let edit = files.get(file);
    for (const token of pointerTokens(pointer) ?? []) edit = edit?.below.get(token);
    return edit;
  }
}

function childEdit(edits: Map<string, BundleEdit>, key: string): BundleEdit {
  const known = edits.get(key);
  if (known !== undefined) return known;
  const edit: BundleEdit = { added: new Map(), below: new Map() };
  edits.set(key, edit);
  return edit;
}

/** An object of the grammar and its place. */
export interface PlacedNode {
  readonly kind: string;
  readonly object: JsonObject;
  readonly place: Source;
}
