import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { moveReference } from "../references/move-reference.ts";
import { decodeFragment } from "../references/resolver.ts";
import type { LoadedFile } from "../text/file-store.ts";
import type { LinkText, Part } from "./part.ts";

/** A file and its converted contents. */
export interface ConvertedPart {
  readonly file: LoadedFile;
  readonly part: Part;
}

/** Where a part of a file is after the conversion. */
interface Moved {
  readonly pointer: string;
  /** Whether all values below the part keep their paths relative to the part. */
  readonly isKept: boolean;
}

/** A file and its new name. If `name` is undefined, the file keeps its name. */
interface RenamedFile {
  readonly file: string;
  readonly name: string | undefined;
}

/** Creates the function that returns the new text of a reference, because its target may have moved. */
export function createLinkTexts(
  converted: ReadonlyMap<string, ConvertedPart>,
  entry: RenamedFile,
): (into: LoadedFile) => LinkText {
  const indexes = new Map<string, ReadonlyMap<string, Moved>>();
  return (into) => (link) => {
    const { reference, target, from } = link;
    const moved =
      from.file === into ? reference : moveReference(reference, from.file.url, into.url);
    if (target === undefined) return moved;
    const [written, fragment] = splitReference(moved);
    const path =
      target.file === entry.file && entry.name !== undefined && written !== ""
        ? written.replace(/[^/]*$/, encodeURIComponent(entry.name))
        : written;
    const renamed = path + moved.slice(written.length);
    // A reference by `$id` or anchor still works after its target moves.
    if (decodeFragment(fragment) !== target.pointer) return renamed;
    const pointer = findMoved(target.file, target.pointer);
    if (pointer === undefined || pointer === target.pointer) return renamed;
    return `${path}#${encodePointer(pointer)}`;
  };

  function findMoved(file: string, pointer: string): string | undefined {
    const index = indexOf(file);
    if (index === undefined) return pointer;
    const tokens = pointerTokens(pointer) ?? [];
    for (let count = tokens.length; count >= 0; count -= 1) {
      const moved = index.get(joinPointer("", ...tokens.slice(0, count)));
      if (moved === undefined) continue;
      if (count < tokens.length && !moved.isKept) return undefined;
      return joinPointer(moved.pointer, ...tokens.slice(count));
    }
    return undefined;
  }

  function indexOf(name: string): ReadonlyMap<string, Moved> | undefined {
    const known = indexes.get(name);
    const one = converted.get(name);
    if (known !== undefined || one === undefined) return known;
    const index = new Map<string, Moved>();
    addMoved(index, one.part, one.file, "");
    indexes.set(name, index);
    return index;
  }
}

function addMoved(index: Map<string, Moved>, part: Part, file: LoadedFile, pointer: string): void {
  if (part.is === "object" && part.isCopy === true) return;
  const { from } = part;
  if (from.file === file && !index.has(from.pointer)) {
    index.set(from.pointer, { pointer, isKept: part.is === "kept" });
  }
  if (part.is === "object") {
    for (const [key, member] of part.members)
      addMoved(index, member, file, joinPointer(pointer, key));
  } else if (part.is === "list") {
    for (const [at, item] of part.items.entries())
      addMoved(index, item, file, joinPointer(pointer, at));
  }
}

function splitReference(reference: string): readonly [path: string, fragment: string] {
  const at = reference.indexOf("#");
  return at < 0 ? [reference, ""] : [reference.slice(0, at), reference.slice(at + 1)];
}

/** Writes a pointer as a URI fragment. Braces and spaces must be percent-encoded in a fragment. */
function encodePointer(pointer: string): string {
  return encodeURI(pointer).replaceAll("#", "%23");
}
