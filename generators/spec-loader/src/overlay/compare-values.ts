// Finds the overlay actions that change one value into another.

import { isDeepStrictEqual } from "node:util";
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "../json/json-value.ts";
import type { Token } from "./edited-value.ts";
import { queryOf } from "./json-path.ts";

/** An action of an overlay, as it is written to the file. */
export interface WrittenAction {
  readonly target: string;
  readonly update?: JsonValue;
  readonly remove?: true;
}

/** Returns the actions that change `base` into `wanted`; an empty list if they are equal. */
export function compareObjects(base: JsonObject, wanted: JsonObject): readonly WrittenAction[] {
  return objectActions(base, wanted, []);
}

function objectActions(
  base: JsonObject,
  wanted: JsonObject,
  location: readonly Token[],
): readonly WrittenAction[] {
  const removals: WrittenAction[] = [];
  const inner: WrittenAction[] = [];
  const update: Record<string, JsonValue> = {};
  for (const key of Object.keys(base)) {
    const before = base[key] ?? null;
    const after = memberOf(wanted, key);
    if (after !== undefined && isDeepStrictEqual(before, after)) continue;
    const at = [...location, key];
    const actions = after === undefined ? undefined : valueActions(before, after, at);
    if (actions === undefined) {
      removals.push({ target: queryOf(at), remove: true });
      if (after !== undefined) setMember(update, key, after);
    } else if (after !== undefined && !isJsonObject(after) && !isJsonArray(after)) {
      setMember(update, key, after);
    } else inner.push(...actions);
  }
  for (const key of Object.keys(wanted)) {
    if (memberOf(base, key) === undefined) setMember(update, key, wanted[key] ?? null);
  }
  const updates = Object.keys(update).length > 0 ? [{ target: queryOf(location), update }] : [];
  return [...removals, ...updates, ...inner];
}

/**
 * Returns the actions that change a value. Returns undefined if actions cannot change it, so that it must
 * be removed and added again.
 */
function valueActions(
  before: JsonValue,
  after: JsonValue,
  location: readonly Token[],
): readonly WrittenAction[] | undefined {
  if (isDeepStrictEqual(before, after)) return [];
  if (isJsonObject(before)) {
    return isJsonObject(after) ? objectActions(before, after, location) : undefined;
  }
  if (isJsonArray(before)) {
    return isJsonArray(after) ? arrayActions(before, after, location) : undefined;
  }
  if (isJsonObject(after) || isJsonArray(after)) return undefined;
  return [{ target: queryOf(location), update: after }];
}

function arrayActions(
  before: JsonArray,
  after: JsonArray,
  location: readonly Token[],
): readonly WrittenAction[] | undefined {
  if (before.length === after.length) {
    const actions: WrittenAction[] = [];
    for (const [index, item] of before.entries()) {
      const changes = valueActions(item, after[index] ?? null, [...location, index]);
      if (changes === undefined) return undefined;
      actions.push(...changes);
    }
    return actions;
  }
  // Remove items until the array is a prefix of the expected array. Append the remaining items.
  const removed: number[] = [];
  let kept = 0;
  for (const [index, item] of before.entries()) {
    if (kept < after.length && isDeepStrictEqual(item, after[kept])) kept += 1;
    else removed.push(index);
  }
  if (kept === 0) return undefined;
  const target = queryOf(location);
  const removals = removed
    .reverse()
    .map((index) => ({ target: `${target}[${index}]`, remove: true as const }));
  const added = after.slice(kept);
  return [...removals, ...(added.length > 0 ? [{ target, update: added }] : [])];
}
