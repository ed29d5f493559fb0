import { multipartBoundary } from "./part-head.ts";
import { type Part, PartSplitter } from "./part-splitter.ts";

/**
 * Splits a whole body into its parts. Returns undefined if the body is malformed or has too many parts.
 */
export function readMultipart(
  contentType: string,
  bytes: Uint8Array<ArrayBuffer>,
  maxParts: number,
): readonly Part[] | undefined {
  const boundary = multipartBoundary(contentType);
  if (boundary === undefined) return undefined;
  const splitter = new PartSplitter(boundary);
  splitter.push(bytes);
  const parts: Part[] = [];
  for (let part = splitter.next(); part !== undefined; part = splitter.next()) {
    if (parts.length === maxParts) return undefined;
    parts.push(part);
  }
  return splitter.status === "complete" ? parts : undefined;
}
