import { compareCodePoints } from "@specwright/spec-loader";
import { type Affected, type Change, compareClasses } from "./change.ts";

/** Orders changes: the worst class first, then by subject, rule and fingerprint. */
export function orderChanges(changes: readonly Change[]): Change[] {
  return [...changes].sort(
    (left, right) =>
      compareClasses(left.class, right.class) ||
      compareCodePoints(subjectKey(left), subjectKey(right)) ||
      compareCodePoints(left.ruleId, right.ruleId) ||
      compareCodePoints(left.fingerprint, right.fingerprint),
  );
}

/** Orders what a change reaches, each once, without some. */
export function orderAffected(
  affected: readonly Affected[],
  without: readonly Affected[] = [],
): Affected[] {
  const byKey = new Map(affected.map((each) => [affectedKey(each), each]));
  for (const each of without) byKey.delete(affectedKey(each));
  return [...byKey.keys()].sort(compareCodePoints).flatMap((key) => byKey.get(key) ?? []);
}

function subjectKey({ subject: { kind, name, path = "" } }: Change): string {
  return `${kind} ${name} ${path}`;
}

function affectedKey({ operation, part, direction }: Affected): string {
  return `${operation} ${part} ${direction}`;
}
