import type { Change } from "@specwright/diff";
import type { Change as PublishedChange, SourcePlace } from "@specwright/publisher-api/types";
import { publishedClass } from "./change-classes.ts";
import { clipText } from "./clip-text.ts";

const MAX_AFFECTED = 1000;

/** Converts a change to its form in the API. */
export function presentChange(change: Change): PublishedChange {
  const { subject, witness } = change;
  return {
    id: change.fingerprint,
    class: publishedClass(change.class),
    rule: change.ruleId,
    surface: change.surface,
    direction: change.direction ?? null,
    subject: {
      kind: subject.kind,
      name: clipText(subject.name, 2048),
      path: subject.path === undefined ? null : clipText(subject.path, 4096),
    },
    base: presentPlace(change.base),
    head: presentPlace(change.revision),
    affects: affectedBy(change),
    message: clipText(change.message, 4096),
    why: clipText(change.why, 4096),
    witness:
      witness === undefined
        ? null
        : { value: witness.value, valid_in: witness.validIn === "base" ? "base" : "head" },
    sunset: change.sunset === undefined ? null : clipText(change.sunset, 256),
  };
}

function presentPlace(position: Change["base"]): SourcePlace | null {
  if (position === undefined) return null;
  const { file, line, column, pointer } = position;
  return { file, line, column, pointer: clipText(pointer, 4096) };
}

function affectedBy({ affects }: Change): string[] {
  const names = new Set(affects.map(({ operation }) => clipText(operation, 2048)));
  return [...names].sort().slice(0, MAX_AFFECTED);
}
