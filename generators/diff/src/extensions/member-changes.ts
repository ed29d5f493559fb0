import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "@specwright/spec-loader";
import { canonicalText } from "../changes/write-value.ts";

/** A changed member of a rule. The path contains the names of the enclosing members. */
export interface MemberChange {
  readonly path: readonly string[];
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Lists the innermost members that differ between two objects. Ignores `x-` members. */
export function memberChanges(
  base: JsonObject,
  revision: JsonObject,
  path: readonly string[] = [],
): MemberChange[] {
  const names = new Set([...Object.keys(base), ...Object.keys(revision)]);
  const known = [...names].filter((name) => !name.startsWith("x-"));
  return known.flatMap((name): MemberChange[] => {
    const [before, after] = [memberOf(base, name), memberOf(revision, name)];
    const inner = [...path, name];
    if (before !== undefined && after !== undefined) {
      if (isJsonObject(before) && isJsonObject(after)) return memberChanges(before, after, inner);
      const [old, revised] = [entriesOf(before), entriesOf(after)];
      if (old !== undefined && revised !== undefined && isSameSize(old, revised))
        return memberChanges(old, revised, inner);
      if (canonicalText(before) === canonicalText(after)) return [];
    }
    return [{ path: inner, before, after }];
  });
}

/** Converts a list of objects to an object whose keys are the indexes. */
function entriesOf(value: JsonValue): JsonObject | undefined {
  if (!isJsonArray(value) || !value.every(isJsonObject)) return undefined;
  return Object.fromEntries(value.entries());
}

function isSameSize(left: JsonObject, right: JsonObject): boolean {
  return Object.keys(left).length === Object.keys(right).length;
}
