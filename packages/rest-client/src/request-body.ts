// The body of a request: which media type it travels as, and its bytes.

import { CodecError, mediaTypeEssence, stringifyJson } from "@specwright/runtime";
import type { MediaDescriptor, OperationDescriptor } from "@specwright/runtime/codegen";
import { callError } from "./call-error.ts";

/** Is a body ready for fetch. */
export interface EncodedBody {
  readonly body: BodyInit;
  /** Absent when fetch sets it: it alone knows the boundary of a multipart body. */
  readonly contentType?: string;
  /** Set when the body can be read only once, and so cannot be sent again. */
  readonly once?: true;
}

/** Encodes the body. A `content-type` the caller chose picks the media type. Throws `RestError`. */
export function encodeBody(
  operation: OperationDescriptor,
  value: unknown,
  chosenType: string | undefined,
): EncodedBody | undefined {
  const { body: descriptor } = operation;
  if (value === undefined) {
    if (descriptor?.required) throw callError(operation, "invalid_request", "the body is required");
    return undefined;
  }
  if (descriptor === undefined) {
    throw callError(operation, "invalid_request", "the operation takes no body");
  }
  const picked = Object.entries(descriptor.content).find(([type, media]) =>
    chosenType === undefined ? fits(media, value) : matches(type, chosenType),
  );
  if (picked === undefined) {
    throw callError(
      operation,
      "invalid_request",
      "the body fits none of the documented media types",
    );
  }
  const [type, media] = picked;
  const concrete = chosenType ?? (type.includes("*") ? undefined : type);
  try {
    return encode(media, value, concrete);
  } catch (cause) {
    if (cause instanceof CodecError) {
      throw callError(operation, "invalid_request", cause.message, { cause });
    }
    throw cause;
  }
}

function encode(media: MediaDescriptor, value: unknown, type: string | undefined): EncodedBody {
  switch (media.kind) {
    case "json":
      return { body: media.codec.encode(value), contentType: type ?? "application/json" };
    case "form":
      return type !== undefined && mediaTypeEssence(type) === "application/x-www-form-urlencoded"
        ? { body: urlEncoded(value), contentType: "application/x-www-form-urlencoded" }
        : { body: formData(value) };
    case "text":
      return { body: `${value}`, contentType: type ?? "text/plain;charset=utf-8" };
    case "bytes":
    case "stream":
      if (value instanceof ReadableStream) {
        return { body: value, contentType: type ?? "application/octet-stream", once: true };
      }
      if (value instanceof Blob) {
        const own = value.type === "" ? "application/octet-stream" : value.type;
        return { body: value, contentType: type ?? own };
      }
      return { body: bytesOf(value), contentType: type ?? "application/octet-stream" };
    default:
      return media satisfies never;
  }
}

function fits(media: MediaDescriptor, value: unknown): boolean {
  const isBinary =
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof ReadableStream;
  const isForm = value instanceof FormData || value instanceof URLSearchParams;
  switch (media.kind) {
    case "json":
      return !isBinary && !isForm;
    case "form":
      return isForm || (!isBinary && typeof value === "object" && value !== null);
    case "text":
      return typeof value === "string";
    case "bytes":
    case "stream":
      return isBinary;
    default:
      return media satisfies never;
  }
}

/** Tells whether a documented type or range covers the chosen one. */
function matches(documented: string, chosen: string): boolean {
  const [wanted, given] = [mediaTypeEssence(documented), mediaTypeEssence(chosen)];
  if (wanted === given || wanted === "*/*") return true;
  return wanted.endsWith("/*") && given.startsWith(wanted.slice(0, -1));
}

function bytesOf(value: unknown): ArrayBuffer {
  if (value instanceof ArrayBuffer) return value;
  const bytes = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new TextEncoder().encode(`${value}`);
  // A copy: the view may be on memory that is shared or soon reused.
  return Uint8Array.from(bytes).buffer;
}

function formData(value: unknown): FormData {
  if (value instanceof FormData) return value;
  const form = new FormData();
  for (const [name, member] of members(value)) {
    if (member instanceof File) form.append(name, member, member.name);
    else if (member instanceof Blob) form.append(name, member);
    else if (member instanceof ArrayBuffer || ArrayBuffer.isView(member)) {
      form.append(name, new Blob([bytesOf(member)]));
    } else form.append(name, fieldText(member));
  }
  return form;
}

function urlEncoded(value: unknown): URLSearchParams {
  if (value instanceof URLSearchParams) return value;
  return new URLSearchParams(members(value).map(([name, member]) => [name, fieldText(member)]));
}

/** Lists the fields; each item of an array is a field of its own. */
function members(value: unknown): [name: string, member: unknown][] {
  return Object.entries(value ?? {}).flatMap(([name, member]): [string, unknown][] => {
    if (member === undefined) return [];
    return Array.isArray(member) ? member.map((item) => [name, item]) : [[name, member]];
  });
}

function fieldText(member: unknown): string {
  return typeof member === "object" ? stringifyJson(member) : `${member}`;
}
