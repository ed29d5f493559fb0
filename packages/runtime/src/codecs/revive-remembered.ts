import type { Digits, Revive, Revived } from "../json/digits.ts";
import { copyJson } from "./revive.ts";

/**
 * Revives a value once, even if several branches revive copies of the value. Used for schemas that contain
 * themselves in several branches. Each call returns a new copy of the result.
 */
export function reviveRemembered(value: unknown, revive: Revive, digits: Digits): unknown {
  if (typeof value !== "object" || value === null) return revive(value, digits);
  digits.memory ??= { origins: new WeakMap(), revived: new Map() };
  const { origins, revived } = digits.memory;
  const ofRevive = revived.get(revive) ?? new Map<object, Revived[]>();
  revived.set(revive, ofRevive);
  const origin = origins.get(value) ?? value;
  const known = ofRevive.get(origin) ?? [];
  ofRevive.set(origin, known);
  const same = known.find(({ input }) => isSame(input, value));
  if (same !== undefined) {
    digits.used += same.used;
    return copyJson(same.output, origins);
  }
  const input = copyJson(value, origins);
  const { used } = digits;
  const output = revive(value, digits);
  if (typeof input === "object" && input !== null) {
    known.push({ input, output: copyJson(output, origins), used: digits.used - used });
  }
  return output;
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object") return false;
  if (one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) => Object.hasOwn(other, key) && isSame(Reflect.get(one, key), Reflect.get(other, key)),
    )
  );
}
