import type { MediaType } from "@specwright/contract";
import type { Effect } from "@specwright/schemas";
import type { ChangeClass } from "../changes/change.ts";
import { classOfEffect } from "../changes/class-of-effect.ts";
import type { Finding, Places } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { compareMediaType } from "./compare-media-type.ts";
import { type MediaTypeRelation, matchContent } from "./match-content.ts";
import { includesMediaType, normalMediaType } from "./media-type-range.ts";
import { type Part, reportAt, type Site } from "./site.ts";

/** A body in both contracts. */
export interface ContentPair extends Places {
  readonly before: readonly MediaType[];
  readonly after: readonly MediaType[];
  /** Whether the receiver chooses the media type, as a client does by `Accept`. */
  readonly isNegotiated: boolean;
}

/** Compares the media types of a body and their schemas. */
export function compareContent(site: Site, part: Part, content: ContentPair): void {
  const { base, revision, before, after } = content;
  const { pairs, removed, added } = matchContent(before, after);
  for (const { old, revised, relation } of pairs) {
    const places = { base: old.source, revision: revised.source };
    const finding = relationFinding(part, places, relation, old, revised);
    if (finding !== undefined) reportAt(site, part, finding);
    compareMediaType(site, part, old, revised);
  }
  for (const old of removed) {
    const places = { base: old.source, ...(revision && { revision }) };
    reportAt(site, part, removedFinding(part, places, content, old));
  }
  for (const revised of added) {
    const places = { revision: revised.source, ...(base && { base }) };
    reportAt(site, part, addedFinding(part, places, content, revised));
  }
}

function relationFinding(
  { direction }: Part,
  places: Places,
  relation: MediaTypeRelation,
  { mediaType: before }: MediaType,
  { mediaType: after }: MediaType,
): Finding | undefined {
  if (relation === "same") return undefined;
  const effect: Effect =
    relation === "changed" ? "unknown" : relation === "generalized" ? "widens" : "narrows";
  const changeClass = classOfEffect(effect, direction);
  return {
    rule: `media-type-${relation}`,
    class: changeClass,
    surface: "wire",
    effect,
    direction,
    details: [normalMediaType(before), normalMediaType(after)],
    ...places,
    message: `The media type is ${writeValue(after)}; it was ${writeValue(before)}.`,
    why: whyOf(changeClass, direction),
  };
}

function removedFinding(
  { direction }: Part,
  places: Places,
  { after, isNegotiated }: ContentPair,
  { mediaType }: MediaType,
): Finding {
  const isCovered = after.some((each) => includesMediaType(each.mediaType, mediaType));
  const isRead = direction === "request";
  const breaks = isRead ? !isCovered : isNegotiated;
  const changeClass = breaks ? "breaking" : "non-breaking";
  return {
    rule: "media-type-removed",
    class: changeClass,
    surface: "wire",
    effect: isRead && isCovered ? "equal" : "narrows",
    direction,
    details: [normalMediaType(mediaType)],
    ...places,
    message: `The media type ${writeValue(mediaType)} was removed.`,
    why:
      breaks && !isRead
        ? "A client that was written for the base may ask for it."
        : whyOf(changeClass, direction),
  };
}

function addedFinding(
  { direction }: Part,
  places: Places,
  { before, isNegotiated }: ContentPair,
  { mediaType }: MediaType,
): Finding {
  const isCovered = before.some((each) => includesMediaType(each.mediaType, mediaType));
  const isSafe = direction === "request" || isNegotiated || isCovered;
  const changeClass = isSafe ? "non-breaking" : "potentially-breaking";
  return {
    rule: "media-type-added",
    class: changeClass,
    surface: "wire",
    effect: isCovered ? "equal" : "widens",
    direction,
    details: [normalMediaType(mediaType)],
    ...places,
    message: `The media type ${writeValue(mediaType)} was added.`,
    why:
      direction === "response" && isNegotiated
        ? "A client gets it only if it asks for it."
        : whyOf(changeClass, direction),
  };
}

function whyOf(changeClass: ChangeClass, direction: Part["direction"]): string {
  if (direction === "request") {
    return changeClass === "non-breaking"
      ? "What clients send is read as before."
      : "A client that was written for the base sends what may be refused now.";
  }
  return changeClass === "non-breaking"
    ? "A client that was written for the base is ready for all that comes."
    : "A client that was written for the base may get what it cannot read.";
}
