import { compareCodePoints } from "@specwright/spec-loader";
import type { NameClaim } from "../reading/declarations.ts";

/**
 * Assigns every declaration a unique name. The strongest claim gets a name; if several equally strong
 * claims compete for a name, none gets it and all fall back to their next choice. The result does
 * not depend on the order of the claims.
 */
export function settleNames(claims: Iterable<NameClaim>): void {
  const taken = new Set<string>();
  const byStrength = new Map<number, NameClaim[]>();
  for (const claim of claims) {
    const equals = byStrength.get(claim.strength);
    if (equals === undefined) byStrength.set(claim.strength, [claim]);
    else equals.push(claim);
  }
  for (const strength of [...byStrength.keys()].sort((a, b) => b - a)) {
    let rivals = byStrength.get(strength) ?? [];
    for (let level = 0; rivals.length > 0; level += 1) {
      const left: NameClaim[] = [];
      for (const [name, claimants] of byName(rivals, level)) {
        const [first, ...others] = claimants;
        // Claims that are equal in everything, including the place, get numbered names in their
        // order.
        const hopeless = first !== undefined && level > first.names.length + 1;
        if (first === undefined || taken.has(name) || (others.length > 0 && !hopeless)) {
          left.push(...claimants);
          continue;
        }
        first.draft.name = name;
        taken.add(name);
        left.push(...others);
      }
      rivals = left;
    }
  }
}

function byName(claims: readonly NameClaim[], level: number): Map<string, NameClaim[]> {
  const groups = new Map<string, NameClaim[]>();
  for (const claim of claims) {
    const name = nameAt(claim, level);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [claim]);
    else group.push(claim);
  }
  return new Map([...groups].sort(([a], [b]) => compareCodePoints(a, b)));
}

// After its own names, a declaration is named by its origin, then by its place.
function nameAt({ names, draft }: NameClaim, level: number): string {
  const given = names[level];
  if (given !== undefined) return given;
  const { origin, schema } = draft;
  const beyond = level - names.length;
  const base = `${names[0] ?? ""} ${origin}`;
  if (beyond === 0) return base;
  return `${base} ${schema.source.file}#${schema.source.pointer}${" again".repeat(beyond - 1)}`;
}
