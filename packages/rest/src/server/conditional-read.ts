// Conditional reads: the caller may already have the answer (RFC 9110, section 13.1.2).

import type { ResponseParts } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";

const NOT_MODIFIED = 304;

/**
 * Converts an answer to a 304 if the contract documents a 304, and `If-None-Match` contains the answer's
 * `ETag`. Only headers that are documented for the 304 are kept.
 */
export function conditionalRead(
  { responses }: OperationDescriptor,
  ifNoneMatch: string | undefined,
  answer: unknown,
): unknown {
  if (ifNoneMatch === undefined || !Object.hasOwn(responses, NOT_MODIFIED)) return answer;
  if (!isOkResponse(answer)) return answer;
  const { headers = {} } = answer;
  const tag = Object.entries(headers).find(([name]) => name.toLowerCase() === "etag")?.[1];
  if (typeof tag !== "string" || !matchesTag(ifNoneMatch, tag)) return answer;
  const documented = new Set(responses[NOT_MODIFIED]?.headers?.map(({ name }) => name));
  const kept = Object.entries(headers).filter(([name]) => documented.has(name));
  return { status: NOT_MODIFIED, headers: Object.fromEntries(kept) };
}

function isOkResponse(answer: unknown): answer is ResponseParts {
  return (
    typeof answer === "object" && answer !== null && "status" in answer && answer.status === 200
  );
}

/** Compares tags weakly, because a proxy may have changed a strong tag to a weak one. */
function matchesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  const strong = tag.replace(/^W\//, "");
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(strong) === true;
}
