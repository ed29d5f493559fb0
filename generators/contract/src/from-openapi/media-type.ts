// Classifies media types by their names, and determines how bodies of each media type are transmitted.

import type { HttpOperation, MediaType, Response, SequentialItems } from "../model/operation.ts";

/** Removes the parameters of a media type and converts it to lower case: `application/json`. */
export function mediaTypeEssence(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/**
 * Reports whether a media type or range includes JSON: `application/json`, `…+json`,
 * `application/*`, `*\/*`.
 */
export function isJsonMediaType(mediaType: string): boolean {
  const essence = mediaTypeEssence(mediaType);
  return /^(application\/json|text\/json|application\/\*|\*\/\*|\*)$|\+json$/.test(essence);
}

/** Reports whether a media type is XML: `application/xml`, `text/xml`, `…+xml`. */
export function isXmlMediaType(mediaType: string): boolean {
  return /^(?:application|text)\/xml$|\+xml$/.test(mediaTypeEssence(mediaType));
}

const sequentialFormats: ReadonlyMap<string, SequentialItems["format"]> = new Map([
  ["text/event-stream", "event-stream"],
  ["application/jsonl", "json-lines"],
  ["application/x-jsonlines", "json-lines"],
  ["application/jsonlines", "json-lines"],
  ["application/x-ndjson", "json-lines"],
  ["application/ndjson", "json-lines"],
  ["application/json-seq", "json-seq"],
]);

/**
 * Returns the format of the items of a media type; undefined if bodies of this media type do not have
 * items.
 */
export function sequentialFormat(essence: string): SequentialItems["format"] | undefined {
  return /^application\/.+\+json-seq$/.test(essence) ? "json-seq" : sequentialFormats.get(essence);
}

/**
 * How a body is transmitted: as validated JSON or XML, text, form fields, bytes, or a sequence of validated
 * items.
 */
export type MediaKind = "json" | "xml" | "text" | "form" | "bytes" | "sequential";

/**
 * Returns how bodies of a media type, such as `application/problem+json; charset=utf-8`, are transmitted.
 */
export function mediaKind(mediaType: string): MediaKind {
  const name = mediaTypeEssence(mediaType);
  if (sequentialFormat(name) !== undefined) return "sequential";
  if (isJsonMediaType(name)) return "json";
  if (name.startsWith("text/")) return "text";
  if (name === "multipart/form-data" || name === "application/x-www-form-urlencoded") return "form";
  return "bytes";
}

/**
 * Returns the content of a response, or an empty list if HTTP does not allow a body: responses with status
 * 1xx, 204, 205 and 304 have no body (RFC 9110, section 6.4.1).
 */
export function responseContent({ status, content }: Response): readonly MediaType[] {
  return /^(?:1..|204|205|304)$/.test(status) ? [] : content;
}

/**
 * Returns the possible responses of an operation. OpenAPI 3.1 and later allow an operation without
 * responses. Such an operation can have any response without a body.
 */
export function allowedResponses({ responses, source }: HttpOperation): readonly Response[] {
  if (responses.length > 0) return responses;
  const nothing = { headers: [], content: [], links: new Map(), extensions: new Map() };
  return [{ status: "default", description: "", ...nothing, source }];
}
