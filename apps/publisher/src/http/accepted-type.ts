// Content negotiation by `Accept` (RFC 9110, section 12.5.1).

import { ProblemError } from "@specwright/rest/server";

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * Returns the media type that the caller prefers. If the caller prefers several types equally,
 * returns the first of these in `offered`.
 *
 * @throws ProblemError 406 if no type is acceptable.
 */
export function acceptedType<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  const [first] = offered;
  if (accept === undefined || accept.trim() === "") return first;
  const ranges = accept.split(",").flatMap(readRange);
  let best: { readonly type: Type; readonly quality: number } | undefined;
  for (const type of offered) {
    const quality = typeQuality(type, ranges);
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  if (best !== undefined) return best.type;
  const detail = `The supported formats are ${offered.join(", ")}.`;
  throw new ProblemError(406, "not_acceptable", detail, { headers: { vary: "Accept" } });
}

function readRange(text: string): readonly Range[] {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.replace(/^q\s*=\s*/, ""));
  return [{ type, quality: Number.isFinite(quality) ? quality : 0 }];
}

/** Returns the quality of a media type, from the most specific range that includes it. */
function typeQuality(type: string, ranges: readonly Range[]): number {
  const [family = ""] = type.split("/");
  for (const range of [type, `${family}/*`, "*/*"]) {
    const found = ranges.find((each) => each.type === range);
    if (found !== undefined) return found.quality;
  }
  return 0;
}
