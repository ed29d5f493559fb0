import { posix } from "node:path";

/**
 * Returns a place whose file is relative to the common root of all files. The file of the given
 * place is relative to the folder of the document.
 */
export function placeIn<T extends { readonly file: string }>(document: string, place: T): T {
  return { ...place, file: posix.join(posix.dirname(document), place.file) };
}
