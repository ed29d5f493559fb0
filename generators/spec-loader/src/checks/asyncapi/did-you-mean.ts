import { nearestName } from "../../references/nearest-name.ts";

/** Among more names, the search takes too long for each of many misspelt ones. */
const mostNames = 300;

/** Returns the fix for an unknown name: the most similar one, or else other advice. */
export function didYouMean(name: string, names: readonly string[], advice: string): string {
  const near = names.length > mostNames ? undefined : nearestName(name, names);
  return near === undefined ? advice : `Did you mean ${near}?`;
}
