import { mediaTypeEssence } from "@specwright/contract";

/** Media types with how much a client wants each, from 0 to 1; those that it refuses are absent. */
export type AcceptedTypes = ReadonlyMap<string, number>;

/**
 * Returns which media types an `Accept` header takes (RFC 9110, section 12.5.1): of its ranges that
 * cover a type, the most specific one counts. Without a header, all are taken.
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
      .map((each) => ({ ...each, rank: rankOf(each.range, essence) + each.own.length }))
      .filter(({ range }) => rankOf(range, essence) > 0)
      .toSorted((a, b) => b.rank - a.rank);
    return covering[0]?.quality ?? 0;
  };
  const types = documented.map((type) => [type, qualityOf(type)] as const);
  return new Map(types.filter(([, quality]) => quality > 0));
}

/** Returns how closely a range describes a type; 0 if it does not cover it. */
function rankOf(range: string, essence: string): number {
  if (range === essence) return 3;
  if (range === "*/*") return 1;
  // No range of RFC 9110, but clients in Java send `application/*+json`.
  const [, type, suffix] = /^([^/]+)\/\*(\+.+)$/.exec(range) ?? [];
  if (type !== undefined && suffix !== undefined)
    return essence.startsWith(`${type}/`) && essence.endsWith(suffix) ? 2 : 0;
  return range.endsWith("/*") && essence.startsWith(range.slice(0, -1)) ? 2 : 0;
}
