// Functions for JSON Pointers (RFC 6901).

import { isJsonArray, isJsonObject, type JsonValue, memberOf } from "./json-value.ts";

/**
 * Appends tokens to a pointer, with `~` and `/` escaped: `("/paths", "/a")` returns `/paths/~1a`.
 */
export function joinPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  let joined = pointer;
  for (const token of tokens) joined += `/${escapeToken(String(token))}`;
  return joined;
}

/**
 * Splits a pointer into its unescaped tokens. Returns an empty list for `""`, and `undefined` for a text
 * that is not a pointer, because it does not start with `/`.
 */
export function pointerTokens(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer.slice(1).split("/").map(unescapeToken);
}

/**
 * Parses an array index as in RFC 6901: digits without a leading zero. Returns `undefined` for any other
 * text.
 */
export function arrayIndex(token: string): number | undefined {
  return /^(?:0|[1-9]\d{0,15})$/.test(token) ? Number(token) : undefined;
}

function escapeToken(token: string): string {
  if (!token.includes("~") && !token.includes("/")) return token;
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescapeToken(token: string): string {
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}

/** The result of following a pointer. */
export interface Descent {
  /** The value at the last token that could be followed. */
  readonly value: JsonValue;
  readonly done: readonly string[];
  /** The tokens that could not be followed; empty if the pointer has a target. */
  readonly rest: readonly string[];
  /** The tokens with a wrong name corrected, if a similar name exists. */
  readonly suggestion?: readonly string[];
  /** Whether the suggestion corrects only missing escapes. */
  readonly isEscaped?: boolean;
}

/** Follows the tokens of a pointer as far as possible. */
export function descend(root: JsonValue, tokens: readonly string[]): Descent {
  let value = root;
  for (const [depth, token] of tokens.entries()) {
    const next = memberAtToken(value, token);
    if (next === undefined) {
      const done = tokens.slice(0, depth);
      const rest = tokens.slice(depth);
      const suggestion = suggestPointer(value, rest);
      return {
        value,
        done,
        rest,
        ...(suggestion === undefined
          ? {}
          : { suggestion: [...done, ...suggestion.tokens], isEscaped: suggestion.isEscaped }),
      };
    }
    value = next;
  }
  return { value, done: tokens, rest: [] };
}

/** Returns the member or item for a pointer token; undefined if there is no such member or item. */
export function memberAtToken(value: JsonValue, token: string): JsonValue | undefined {
  if (isJsonArray(value)) {
    const index = arrayIndex(token);
    return index === undefined ? undefined : value[index];
  }
  return isJsonObject(value) ? memberOf(value, token) : undefined;
}

function suggestPointer(
  value: JsonValue,
  rest: readonly string[],
): { readonly tokens: readonly string[]; readonly isEscaped: boolean } | undefined {
  if (!isJsonObject(value)) return undefined;
  // If a name contains a slash that is not escaped as `~1`, the pointer has several tokens for the name.
  for (let count = rest.length; count > 1; count -= 1) {
    const joined = rest.slice(0, count).join("/");
    const name = [joined, `/${joined}`].find((each) => Object.hasOwn(value, each));
    if (name !== undefined) return { tokens: [name, ...rest.slice(count)], isEscaped: true };
  }
  const near = nearestName(rest[0] ?? "", Object.keys(value));
  return near === undefined ? undefined : { tokens: [near, ...rest.slice(1)], isEscaped: false };
}

/** The maximum length of a name to correct. Nobody types longer names by hand. */
const MAX_LENGTH = 200;

/** The maximum number of names to search. A document may contain many misspelt names. */
const MAX_NAMES = 1000;

/**
 * Finds the name that is most similar to a misspelt name, for "did you mean". At most a third of the
 * misspelt name's characters may differ. If several names are equally similar, returns the first in code
 * unit order. Returns `undefined` if no name is similar.
 */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  if (wanted.length > MAX_LENGTH || names.length > MAX_NAMES) return undefined;
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const name of [...names].sort()) {
    if (Math.abs(name.length - wanted.length) >= bestDistance) continue;
    const distance = wanted.toLowerCase() === name.toLowerCase() ? 0 : editDistance(wanted, name);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * Counts the insertions, deletions, replacements and swaps of adjacent characters that turn one word into
 * the other.
 */
function editDistance(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = left[row - 1] === right[column - 1] ? 0 : 1;
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + replaced,
          swapped && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}
