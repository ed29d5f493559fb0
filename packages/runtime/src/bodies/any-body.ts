import type { BodyEncoder, EncodedBody, MediaDescriptor } from "../codegen/body.ts";
import { mediaTypeEssence } from "../media-type.ts";
import { stringifyJson } from "../stringify-json.ts";
import { bodyEncoder } from "./body-encoder.ts";
import { isBinary, isForm, isJson, writeJson } from "./json-body.ts";

/** Encodes bodies of every kind: JSON, forms, text, bytes and streams. */
export const anyBody: BodyEncoder = /* @__PURE__ */ bodyEncoder({
  fits: fitsAny,
  write: writeAny,
});

/** Writes a body of any kind. */
export function writeAny(
  media: MediaDescriptor,
  value: unknown,
  type: string | undefined,
): EncodedBody {
  switch (media.kind) {
    case "json":
      return writeJson(media, value, type);
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

/** Reports whether a value suits a media type if the caller names none. */
export function fitsAny(media: MediaDescriptor, value: unknown): boolean {
  switch (media.kind) {
    case "json":
      return isJson(value);
    case "form":
      return isForm(value) || (!isBinary(value) && typeof value === "object" && value !== null);
    case "text":
      return typeof value === "string";
    case "bytes":
    case "stream":
      return isBinary(value);
    default:
      return media satisfies never;
  }
}

function bytesOf(value: unknown): ArrayBuffer {
  if (value instanceof ArrayBuffer) return value;
  const bytes = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new TextEncoder().encode(`${value}`);
  // Copied because the view may be on memory that is shared or soon reused.
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

/** Writes a form as browsers do. */
export function urlEncoded(value: unknown): URLSearchParams {
  if (value instanceof URLSearchParams) return value;
  return new URLSearchParams(members(value).map(([name, member]) => [name, fieldText(member)]));
}

/** Lists the fields of a form; each item of an array is a separate field. */
function members(value: unknown): [name: string, member: unknown][] {
  return Object.entries(value ?? {}).flatMap(([name, member]): [string, unknown][] => {
    if (member === undefined) return [];
    return Array.isArray(member) ? member.map((item) => [name, item]) : [[name, member]];
  });
}

function fieldText(member: unknown): string {
  return typeof member === "object" ? stringifyJson(member) : `${member}`;
}
