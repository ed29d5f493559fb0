// Answers as data, such as generated samples, and their conversion to values.

import type { FormDescriptor, MediaDescriptor } from "../codegen/body.ts";
import type { Codec } from "../codegen/codec.ts";
import type { OperationDescriptor, ResponseParts } from "../codegen/operation.ts";
import { memberOf } from "../json/member-of.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { findMediaType } from "../media/media-type.ts";

/** An answer whose values are in their JSON form, before a codec has read them. */
export interface SampledAnswer {
  readonly status: number | string;
  /** The code, if `status` is a range or `default`. */
  readonly statusCode?: number;
  /** Set if the contract offers several media types for the status. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  /** The items of a stream are an array. Bytes, and the files of a form, are written as text. */
  readonly body?: unknown;
}

/**
 * Converts an answer to the value that a handler would return, with `bigint`, `Date` and the other types of
 * the generated code.
 *
 * @throws CodecError if the answer breaks the contract.
 */
export function decodeAnswer(
  operation: OperationDescriptor,
  { headers: written = {}, body, ...head }: SampledAnswer,
): ResponseParts {
  const { status, contentType } = head;
  const key = `${status}`;
  const response = Object.hasOwn(operation.responses, key) ? operation.responses[key] : undefined;
  const headers = Object.entries(written).map(([name, value]) => {
    const codec = response?.headers?.find((header) => header.name === name)?.codec;
    return [name, codec === undefined ? value : readAsReceived(codec, value)] as const;
  });
  const { content = {} } = response ?? {};
  const media =
    contentType === undefined
      ? Object.values(content)[0]
      : findMediaType(content, contentType)?.media;
  return {
    ...head,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(body !== undefined && { body: media === undefined ? body : sampledBody(media, body) }),
  };
}

function sampledBody(media: MediaDescriptor, body: unknown): unknown {
  switch (media.kind) {
    case "json":
      return readAsReceived(media.codec, body);
    case "xml":
      return media.codec.parse(body);
    case "text":
      if (media.codec !== undefined) return readAsReceived(media.codec, body);
      return typeof body === "string" ? body : stringifyJson(body);
    case "bytes":
      return textBytes(body);
    case "sequential":
      return Array.isArray(body) ? body.map((item) => readAsReceived(media.codec, item)) : body;
    case "form":
      return sampledForm(media, body);
    case "parts":
      return body;
    default:
      return media satisfies never;
  }
}

/**
 * Writes the value as text and parses the text like a received body, because only a text has all digits.
 */
function readAsReceived(codec: Codec<unknown>, value: unknown): unknown {
  return codec.decode(stringifyJson(value));
}

function textBytes(text: unknown): unknown {
  return typeof text === "string" ? new TextEncoder().encode(text) : text;
}

function sampledForm({ codec, fields = {} }: FormDescriptor, body: unknown): unknown {
  const value = codec === undefined ? body : readAsReceived(codec, body);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const isFile = Object.hasOwn(fields, name) && memberOf(fields[name], "type") === "file";
    return [name, isFile ? textBytes(member) : member] as const;
  });
  return Object.fromEntries(members);
}
