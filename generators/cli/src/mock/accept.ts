import { mediaTypeEssence } from "@specwright/contract";

/**
 * Maps each accepted media type to the client's preference, from 0 to 1. Rejected types are not in the map.
 */
export type AcceptedTypes = ReadonlyMap<string, number>;

/**
 * Returns the documented media types that an `Accept` header accepts (RFC 9110, section 12.5.1). If several
 * ranges match a type, the most specific range applies. Without a header, all types are accepted.
 */
export function acceptedTypes(header: string, documented: readonly string[]): AcceptedTypes {
  const ranges = header.split(",").flatMap((piece) => {
    const [range = "", ...parameters] = piece.toLowerCase().replace(/[\s"]/g, "").split(";");
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    const own = parameters.filter((parameter) => !parameter.startsWith("q="));
    return range === "" ? [] : [{ range, own, quality: Number(quality?.slice(2) ?? 1) }];
  });
  const qualityOf = (type: string): number => {
    if (ranges.length === 0 || type.includes("*")) return 1;
    const essence = mediaTypeEssence(type);
    const [, ...given] = type.toLowerCase().replace(/[\s"]/g, "").split(";");
    const covering = ranges
      .filter(({ own }) => own.every((parameter) => given.includes(parameter)))
      .map((each) => ({ ...each, rank: rangeRank(each.range, essence) + each.own.length }))
      .filter(({ range }) => rangeRank(range, essence) > 0)
      .toSorted((a, b) => b.rank - a.rank);
    return covering[0]?.quality ?? 0;
  };
  const types = documented.map((type) => [type, qualityOf(type)] as const);
  return new Map(types.filter(([, quality]) => quality > 0));
}

/** Ranks how specifically a range matches a media type. Returns 0 if the range does not match. */
function rangeRank(range: string, essence: string): number {
  if (range === essence) return 3;
  if (range === "*/*") return 1;
  // RFC 9110 does not define a range such as `application/*+json`, but Java clients send it.
  const [, type, suffix] = /^([^/]+)\/\*(\+.+)$/.exec(range) ?? [];
  if (type !== undefined && suffix !== undefined)
    return essence.startsWith(`${type}/`) && essence.endsWith(suffix) ? 2 : 0;
  return range.endsWith("/*") && essence.startsWith(range.slice(0, -1)) ? 2 : 0;
}
