import type { Contract } from "@specwright/contract";
import { isBreak } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import { announcedRemoval, hasEnded, sunsetOf } from "./sunset.ts";

/**
 * Returns the change of a schema, or a deprecation instead of a break if it removes a property on its
 * announced sunset date or later.
 */
export function withAnnouncedEnd(draft: ChangeDraft, base: Contract, today: string): ChangeDraft {
  const { rule, base: source } = draft;
  const isRemoval = rule === "property-removed" || rule === "required-property-removed";
  if (!isRemoval || source === undefined || !isBreak(draft)) return draft;
  const date = base.fieldOf(source, "x-sunset");
  const property = {
    deprecated: base.fieldOf(source, "deprecated") === true,
    extensions: new Map(date === undefined ? [] : [["x-sunset", date]]),
  };
  const sunset = sunsetOf(property);
  if (sunset === undefined) return draft;
  return {
    ...draft,
    sunset: sunset.text,
    ...(hasEnded(property, today) && announcedRemoval),
  };
}
