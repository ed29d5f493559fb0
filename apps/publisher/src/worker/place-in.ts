import { posix } from "node:path";

/**
 * Names the file of a place by its path from the common root of all files, instead of from the
 * folder of the document.
 */
export function placeIn<T extends { readonly file: string }>(document: string, place: T): T {
  return { ...place, file: posix.join(posix.dirname(document), place.file) };
}
