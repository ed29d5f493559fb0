import type { MediaType } from "@specwright/contract";
import type { Effect } from "@specwright/schemas";
import type { ChangeClass } from "../changes/change.ts";
import { classOfEffect } from "../changes/class-of-effect.ts";
import type { Finding, Places } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { listText } from "../schemas/text.ts";
import { compareMediaType } from "./compare-media-type.ts";
import { type Part, reportAt, type Site } from "./site.ts";

/** A media type with sorted parameters, without `charset`. */
interface ParsedMediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: string;
}

/** Reports whether two media types are the same, apart from case, `charset` and spaces. */
export function isSameMediaType(left: string, right: string): boolean {
  return normalMediaType(left) === normalMediaType(right);
}

/** Returns the canonical form of a media type. */
function normalMediaType(mediaType: string): string {
  const { type, subtype, parameters } = parseMediaType(mediaType);
  return `${type}/${subtype}${parameters}`;
}

/** Reports whether two media types are the same apart from their parameters. */
function isSameEssence(left: string, right: string): boolean {
  const [one, other] = [parseMediaType(left), parseMediaType(right)];
  return one.type === other.type && one.subtype === other.subtype;
}

/**
 * Reports whether a media type is a range, such as `application/*`, that includes a different media type.
 */
function includesMediaType(range: string, mediaType: string): boolean {
  if (isSameMediaType(range, mediaType)) return false;
  const [outer, inner] = [parseMediaType(range), parseMediaType(mediaType)];
  if (outer.type !== "*" && outer.type !== inner.type) return false;
  if (outer.subtype === "*") return true;
  const suffix = /^\*(\+.+)$/.exec(outer.subtype)?.[1];
  if (suffix !== undefined) return inner.subtype.endsWith(suffix);
  // `text/html` without parameters includes `text/html` with any parameters.
  return outer.subtype === inner.subtype && outer.parameters === "";
}

function parseMediaType(mediaType: string): ParsedMediaType {
  const [essence = "", ...parameters] = mediaType.toLowerCase().split(";");
  const [type = "", subtype = "*"] = essence.trim().split("/");
  const kept = parameters
    .map((each) => each.trim())
    .filter((each) => each !== "" && !each.startsWith("charset="))
    .sort();
  return { type, subtype, parameters: kept.map((each) => `; ${each}`).join("") };
}

type MediaTypeRelation = "same" | "changed" | "generalized" | "specialized";

interface MatchedContent {
  readonly pairs: readonly {
    readonly old: MediaType;
    readonly revised: MediaType;
    readonly relation: MediaTypeRelation;
  }[];
  readonly removed: readonly MediaType[];
  readonly added: readonly MediaType[];
}

/** Matches media types: first equal media types, then a range with the media types that it includes. */
function matchContent(base: readonly MediaType[], revision: readonly MediaType[]): MatchedContent {
  const pairs: MatchedContent["pairs"][number][] = [];
  let removed = [...base];
  const added = new Set(revision);
  const match = (
    relation: MediaTypeRelation,
    isMatch: (old: string, revised: string) => boolean,
  ): void => {
    removed = removed.filter((old) => {
      const revised = [...added].find((each) => isMatch(old.mediaType, each.mediaType));
      if (revised === undefined) return true;
      added.delete(revised);
      pairs.push({ old, revised, relation });
      return false;
    });
  };
  match("same", isSameMediaType);
  match("generalized", (old, revised) => includesMediaType(revised, old));
  match("specialized", includesMediaType);
  match("changed", isSameEssence);
  return { pairs, removed, added: [...added] };
}

/** The content of a body in both contracts. */
interface ContentPair extends Places {
  readonly before: readonly MediaType[];
  readonly after: readonly MediaType[];
  /** Whether the receiver chooses the media type. Clients do so with the `Accept` header. */
  readonly isNegotiated: boolean;
}

/** Compares the media types of a body and the schemas of these media types. */
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
    message: `The media type is now ${writeValue(after)}; it was ${writeValue(before)}.`,
    why: contentReason(changeClass, direction),
  };
}

function removedFinding(
  { direction }: Part,
  places: Places,
  { before, after, isNegotiated }: ContentPair,
  { mediaType }: MediaType,
): Finding {
  const isCovered = after.some((each) => includesMediaType(each.mediaType, mediaType));
  const isRead = direction === "request";
  const breaks = isRead ? !isCovered : isNegotiated;
  const changeClass = breaks ? "breaking" : "non-breaking";
  const kept = after
    .map((each) => each.mediaType)
    .filter((type) => before.some((each) => isSameMediaType(each.mediaType, type)));
  const isOne = kept.length === 1;
  const left =
    breaks && kept.length > 0
      ? `; ${listText(kept.map(writeValue))} ${isOne ? "remains" : "remain"}`
      : "";
  return {
    rule: "media-type-removed",
    class: changeClass,
    surface: "wire",
    effect: isRead && isCovered ? "equal" : "narrows",
    direction,
    details: [normalMediaType(mediaType)],
    ...places,
    message: `The media type ${writeValue(mediaType)} was removed${left}.`,
    why:
      breaks && !isRead
        ? "Clients that request the media type no longer get it."
        : contentReason(changeClass, direction),
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
        ? "Clients get it only if they request it."
        : contentReason(changeClass, direction),
  };
}

function contentReason(changeClass: ChangeClass, direction: Part["direction"]): string {
  if (direction === "request") {
    return changeClass === "non-breaking"
      ? "The server still accepts the bodies of existing clients."
      : "The server may now reject the bodies of existing clients.";
  }
  return changeClass === "non-breaking"
    ? "Existing clients accept every body that the server sends."
    : "Existing clients may get a body that they cannot read.";
}
