import type { Source } from "../diagnostics/diagnostic.ts";
import { pointerTokens } from "../json/json-pointer.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";

/** The changes of one value in a file, and of the values below it, for a bundle. */
export interface BundleEdit {
  /** The text that replaces the value. */
  text?: string;
  /** The new key of the member. */
  key?: string;
  /** The place of the content that replaces a reference. Members beside the `$ref` stay. */
  by?: Source;
  /** New members of the object. */
  readonly added: Map<string, JsonValue>;
  readonly below: Map<string, BundleEdit>;
}

/** The changes of all files of a document for its bundle. */
export interface BundleEdits {
  /** Reports whether the bundle changes nothing. */
  readonly isEmpty: () => boolean;
  /** Returns the edit of a place. Creates the edit if it is missing. */
  readonly at: (place: Source) => BundleEdit;
  /** Returns the edit of a place; `undefined` if neither the place nor anything below it changes. */
  readonly find: (place: Source) => BundleEdit | undefined;
  /** Returns the path from `place` to a value below it in the bundle, where keys may be different. */
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
