import { foldCase } from "./fold-case.ts";

/** Returns a pattern for `LIKE … ESCAPE '!'` that matches each text that contains the word. */
export function likePattern(word: string): string {
  return `%${foldCase(word).replaceAll(/[!%_]/g, "!$&")}%`;
}
