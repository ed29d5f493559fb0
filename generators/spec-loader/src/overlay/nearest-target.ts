import { descend } from "../json/json-pointer.ts";
import type { JsonValue } from "../json/json-value.ts";
import { queryOf, readQuery } from "./json-path.ts";

/**
 * Returns a correction for a query that selects nothing: `$.paths['/pets']` for `$.paths['/pet']`. Returns
 * undefined if no name in the document is similar, or if the query contains selectors other than names and
 * indexes.
 */
export function nearestTarget(root: JsonValue, target: string): string | undefined {
  const query = readQuery(target, 1);
  if ("fault" in query || query.names === undefined) return undefined;
  const isIndex = query.names.map((name) => typeof name === "number");
  let tokens = query.names.map(String);
  // Each pass corrects one misspelt name.
  for (let tries = tokens.length; tries >= 0; tries -= 1) {
    const { rest, suggestion } = descend(root, tokens);
    if (rest.length === 0)
      return queryOf(tokens.map((token, at) => (isIndex[at] ? Number(token) : token)));
    if (suggestion === undefined) return undefined;
    tokens = [...suggestion];
  }
  return undefined;
}
