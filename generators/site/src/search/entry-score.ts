import type { SearchEntry } from "../paths/site-page.ts";

/**
 * Returns the score of an entry for words in lower case; 0 if the entry does not contain all words. An
 * exact name has the highest score. Lower scores follow for the start of a name, a whole word in a name, a
 * part of a name, and the text.
 *
 * The script of a static site contains the source of this function, so the function may use only its
 * arguments.
 */
export function entryScore(
  entry: Pick<SearchEntry, "kind" | "name" | "text">,
  words: readonly string[],
): number {
  if (words.length === 0) return 0;
  const name = entry.name.toLowerCase();
  const text = entry.text.toLowerCase();
  const whole = words.join(" ");
  // A path and its method may be the text of an entry whose name is its id.
  const isExact = name === whole || text === whole || text.endsWith(` ${whole}`);
  let score = name === whole ? 1000 : isExact && entry.kind === "operation" ? 900 : 0;
  // The reference of a name comes before its changes.
  if (entry.kind === "change") score = Math.min(score, 100);
  for (const word of words) {
    const at = name.indexOf(word);
    if (at < 0 && !text.includes(word)) return 0;
    const before = at > 0 ? name.charAt(at - 1) : "";
    const after = name.charAt(at + word.length);
    const starts = at === 0 || /[^a-z0-9]/.test(before);
    const ends = after === "" || /[^a-z0-9]/.test(after);
    // The path, the method and the id of an operation are its text.
    const isInText = entry.kind === "operation" && ` ${text} `.includes(` ${word} `);
    if (isInText) score += 70;
    else if (at < 0) score += 5;
    else if (starts && ends) score += 60;
    else if (at === 0) score += 40;
    else if (starts) score += 30;
    else score += 20;
  }
  // If scores are equal, the more general entry comes first.
  const order = ["operation", "channel", "schema", "message", "field", "value", "section"];
  const rank = order.indexOf(entry.kind);
  return score + (rank < 0 ? 0 : order.length - rank);
}
