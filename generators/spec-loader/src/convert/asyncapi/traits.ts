import type { Converter } from "../converter.ts";
import {
  holdsObject,
  itemsAt,
  memberAt,
  membersAt,
  type ObjectPlace,
  type Part,
  type Place,
} from "../part.ts";

/**
 * Copies values that a trait overrides into the object. In AsyncAPI 2, a trait overrides the object that
 * uses it. In AsyncAPI 3, the object overrides its traits.
 */
export function applyOverrides(
  converter: Converter,
  kind: string,
  place: ObjectPlace,
  members: Map<string, Part>,
  convert: (key: string, member: Place) => Part = (key, member) =>
    converter.field(kind, key, member),
): void {
  for (const item of itemsAt(memberAt(place, "traits"))) {
    const trait = converter.follow(item);
    for (const [key, member] of trait === undefined ? [] : membersAt(trait)) {
      const own = memberAt(place, key);
      if (own === undefined || !members.has(key)) continue;
      if (JSON.stringify(own.value, bigintDigits) === JSON.stringify(member.value, bigintDigits))
        continue;
      if (holdsObject(own) && holdsObject(member)) {
        const message = `a trait changes \`${key}\`; in AsyncAPI 3, traits cannot change what the object sets`;
        const fix = "Write the whole value here, and remove it from the trait.";
        converter.report("CONVERT_LOST", own, message, fix);
      } else members.set(key, convert(key, member));
    }
  }
}

function bigintDigits(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
