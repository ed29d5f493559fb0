import type { MediaType, Response } from "../model/operation.ts";

/**
 * Returns the content of a response that HTTP can carry: none with the statuses 1xx, 204, 205 and
 * 304, whose responses have no body (RFC 9110, section 6.4.1).
 */
export function responseContent({ status, content }: Response): readonly MediaType[] {
  return /^(?:1..|204|205|304)$/.test(status) ? [] : content;
}
