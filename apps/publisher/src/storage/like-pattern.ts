import { foldCase } from "./fold-case.ts";

/** Returns the pattern of texts that contain a word, for `LIKE … ESCAPE '!'`. */
export function likePattern(word: string): string {
  return `%${foldCase(word).replaceAll(/[!%_]/g, "!$&")}%`;
}
