import { posix } from "node:path";

/**
 * Makes the file of a place relative to the common root of all files, instead of the folder of the
 * document.
 */
export function placeIn<T extends { readonly file: string }>(document: string, place: T): T {
  return { ...place, file: posix.join(posix.dirname(document), place.file) };
}
