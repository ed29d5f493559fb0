import type { Contract } from "@specwright/contract";
import { isBreak } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import { announcedRemoval, hasEnded, sunsetOf } from "./sunset.ts";

/**
 * Adds the sunset date to the change for a removed property. If the property was removed on this date or
 * later, the removal is a deprecation instead of a break. Returns all other changes unchanged.
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
