import type { MediaType } from "@specwright/contract";
import { includesMediaType, isSameEssence, isSameMediaType } from "./media-type-range.ts";

/** How the media type of a pair changed. */
export type MediaTypeRelation = "same" | "changed" | "generalized" | "specialized";

/** The media types of a body, matched. */
export interface MatchedContent {
  readonly pairs: readonly {
    readonly old: MediaType;
    readonly revised: MediaType;
    readonly relation: MediaTypeRelation;
  }[];
  readonly removed: readonly MediaType[];
  readonly added: readonly MediaType[];
}

/** Matches media types: equal ones first, then ranges with what they include. */
export function matchContent(
  base: readonly MediaType[],
  revision: readonly MediaType[],
): MatchedContent {
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
