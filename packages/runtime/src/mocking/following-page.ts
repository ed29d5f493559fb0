// Creates the page that follows the sample of a list. Some lists mark their end with an empty page, and the
// sample is the only page with items.

import type { OperationDescriptor } from "../codegen/operation.ts";
import type { PaginationDescriptor } from "../codegen/pagination.ts";
import { memberAt, withMember } from "../json/member-of.ts";
import type { SampledAnswer } from "./sampled-answer.ts";

/**
 * Returns the sample without its items, if the request asks for a page after the first, and only an empty
 * page ends the list. Returns undefined in all other cases. `query` returns a query parameter, as text or
 * decoded.
 */
export function followingPage(
  { pagination }: OperationDescriptor,
  sample: SampledAnswer,
  query: (name: string) => unknown,
): SampledAnswer | undefined {
  if (pagination === undefined || pagination.kind === "link") return undefined;
  if (!endsEmpty(pagination, sample.body)) return undefined;
  const asked = query(pagination.parameter) ?? "";
  if (asked === "") return undefined;
  const first = pagination.kind === "page" ? (pagination.first ?? 1) : 0;
  if (pagination.kind !== "cursor" && Number(asked) <= first) return undefined;
  if (!Array.isArray(memberAt(sample.body, pagination.items))) return undefined;
  return { ...sample, body: withMember(sample.body, pagination.items, []) };
}

function endsEmpty(
  pagination: Exclude<PaginationDescriptor, { kind: "link" }>,
  body: unknown,
): boolean {
  if (pagination.hasMore !== undefined) return false;
  if (pagination.kind === "cursor") return pagination.lastItem !== undefined;
  const { total } = pagination;
  return total === undefined || (memberAt(body, total) ?? null) === null;
}
