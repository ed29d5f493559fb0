import { arrayIndex } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import { nearestName } from "./nearest-name.ts";

/** How far a pointer leads into a value. */
export interface Descent {
  /** The deepest value reached. */
  readonly value: JsonValue;
  readonly done: readonly string[];
  /** The tokens that could not be followed; empty if the pointer resolves. */
  readonly rest: readonly string[];
  /** The pointer with the failing token corrected, if there is a similar name. */
  readonly suggestion?: readonly string[];
  /** Whether the suggestion only escapes what was written unescaped. */
  readonly isEscaped?: boolean;
}

/** Follows the tokens of a pointer as far as possible. */
export function descend(root: JsonValue, tokens: readonly string[]): Descent {
  let value = root;
  for (const [depth, token] of tokens.entries()) {
    const next = childOf(value, token);
    if (next === undefined) {
      const done = tokens.slice(0, depth);
      const rest = tokens.slice(depth);
      const suggestion = suggest(value, rest);
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

/** Returns a member or an item by a token of a pointer; undefined if there is none. */
export function childOf(value: JsonValue, token: string): JsonValue | undefined {
  if (isJsonArray(value)) {
    const index = arrayIndex(token);
    return index === undefined ? undefined : value[index];
  }
  return isJsonObject(value) ? memberOf(value, token) : undefined;
}

function suggest(
  value: JsonValue,
  rest: readonly string[],
): { readonly tokens: readonly string[]; readonly isEscaped: boolean } | undefined {
  if (!isJsonObject(value)) return undefined;
  // A name with a slash that was written without ~1 is split into several tokens.
  for (let count = rest.length; count > 1; count -= 1) {
    const joined = rest.slice(0, count).join("/");
    const name = [joined, `/${joined}`].find((each) => Object.hasOwn(value, each));
    if (name !== undefined) return { tokens: [name, ...rest.slice(count)], isEscaped: true };
  }
  const near = nearestName(rest[0] ?? "", Object.keys(value));
  return near === undefined ? undefined : { tokens: [near, ...rest.slice(1)], isEscaped: false };
}
