// Reads and writes JSONPath queries (RFC 9535). The JSONPath library is loaded only for documents with
// overlays.

import { JSONPathEnvironment, type JSONPathQuery, type JSONValue, jsonpath } from "json-p3";
import type { JsonValue } from "../json/json-value.ts";
import type { Token } from "./edited-value.ts";

/** A parsed query, or the fault of an invalid query. */
export type Query =
  | {
      /** Returns the locations that the query selects, without repeats. */
      readonly find: (root: JsonValue) => readonly (readonly Token[])[];
      /**
       * The names and indexes of the query. Undefined if the query contains a different kind of selector.
       */
      readonly names: readonly Token[] | undefined;
    }
  | { readonly fault: string };

/** Parses a JSONPath query. `maxDepth` limits how deep `..` searches. */
export function readQuery(text: string, maxDepth: number): Query {
  if (!text.startsWith("$")) return { fault: "it must start with $" };
  const environment = new JSONPathEnvironment({ maxRecursionDepth: maxDepth });
  try {
    const query = environment.compile(text);
    return { find: (root) => findIn(query, root), names: queryNames(query) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The library appends the rest of the query and the offset of the fault to its message.
    const [, message = error.message, offset] = /^(.*?) \('.*':(\d+)\)$/s.exec(error.message) ?? [];
    const place = offset === undefined ? "" : ` at character ${Number(offset) + 1}`;
    return { fault: `${message}${place}` };
  }
}

function findIn(query: JSONPathQuery, root: JsonValue): readonly (readonly Token[])[] {
  const found = new Map<string, readonly Token[]>();
  // `query` would pass all matches as arguments of a single call. JavaScript limits the number of
  // arguments.
  for (const { location } of query.lazyQuery(root as JSONValue)) {
    found.set(JSON.stringify(location), location);
  }
  return [...found.values()];
}

function queryNames(query: JSONPathQuery): readonly Token[] | undefined {
  if (!query.singularQuery()) return undefined;
  return query.segments.flatMap(({ selectors }) =>
    selectors.flatMap((selector): readonly Token[] => {
      if (selector instanceof NameSelector) return [selector.name];
      return selector instanceof IndexSelector ? [selector.index] : [];
    }),
  );
}

const { IndexSelector, NameSelector } = jsonpath.selectors;

const SHORTHAND = /^[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*$/;

/** Writes the query that selects one value: `$.paths['/pets'].get`. */
export function queryOf(location: readonly Token[]): string {
  let query = "$";
  for (const token of location) {
    if (typeof token === "number") query += `[${token}]`;
    else query += SHORTHAND.test(token) ? `.${token}` : `[${quoteName(token)}]`;
  }
  return query;
}

/** Writes a name in single quotes (RFC 9535, section 2.3.1.1). */
function quoteName(name: string): string {
  const inner = JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
