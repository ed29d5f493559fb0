import { CodecError } from "../codec-error.ts";
import type { BodyEncoder, EncodedBody, FormDescriptor, MediaDescriptor } from "../codegen/body.ts";
import { encodeText } from "../encode-text.ts";
import { ExactNumber } from "../exact-number.ts";
import { charsetOf, isUrlEncoded, mediaTypeEssence } from "../media-type.ts";
import { type FormEntries, multipartForm } from "../multipart/write-form.ts";
import { bodyEncoder } from "./body-encoder.ts";
import { bytesOf, isBytes } from "./bytes-of.ts";
import { encodeValue, isBinary, isForm, isJson, writeJson } from "./json-body.ts";
import { urlEncoded } from "./url-encoded.ts";

/** Encodes bodies of every kind: JSON, XML, forms, text, bytes and streams. */
export const anyBody: BodyEncoder = /* @__PURE__ */ bodyEncoder({
  fits: fitsAny,
  write: writeAny,
});

/** Writes a body of any kind. */
export function writeAny(
  media: MediaDescriptor,
  value: unknown,
  type: string | undefined,
  isChecked: boolean,
): EncodedBody {
  switch (media.kind) {
    case "json":
      return writeJson(media, value, type, isChecked);
    case "xml": {
      const body = encodeValue(media.codec, value, isChecked);
      return { body, contentType: type ?? "application/xml" };
    }
    case "form": {
      const entries = formEntries(formFields(media, value));
      return isUrlEncoded(type)
        ? {
            body: urlEncoded(media.fields ?? {}, entries),
            contentType: "application/x-www-form-urlencoded",
          }
        : multipartForm(media.fields ?? {}, entries, type);
    }
    case "parts":
      return media.format.write(media, value, type ?? "multipart/mixed", isChecked);
    case "text":
      return writeText(`${value}`, type ?? "text/plain;charset=utf-8");
    case "sequential":
      throw new TypeError("items need the encoder sequentialBody");
    case "bytes":
      if (value instanceof ReadableStream) {
        return { body: value, contentType: type ?? "application/octet-stream", once: true };
      }
      if (value instanceof Blob) {
        return { body: value, contentType: typeOfBlob(value, type) };
      }
      return {
        body: isBytes(value) ? bytesOf(value) : `${value}`,
        contentType: type ?? "application/octet-stream",
      };
    default:
      return media satisfies never;
  }
}

/** Reports whether a value suits a media type if the caller names none. */
export function fitsAny(media: MediaDescriptor, value: unknown): boolean {
  switch (media.kind) {
    case "json":
    case "xml":
      return isJson(value);
    case "form":
      return isForm(value) || (!isBinary(value) && typeof value === "object" && value !== null);
    case "text":
      return typeof value === "string";
    case "sequential":
      return false;
    case "parts":
      return !isBinary(value) && !isForm(value) && typeof value === "object" && value !== null;
    case "bytes":
      return isBinary(value);
    default:
      return media satisfies never;
  }
}

function writeText(text: string, contentType: string): EncodedBody {
  const body = encodeText(text, charsetOf(contentType));
  if (body !== undefined) return { body, contentType };
  const message = `cannot be written as ${contentType}`;
  throw new CodecError("encode", [{ pointer: "", code: "encoding", message }]);
}

/** Returns the media type of bytes: a Blob's own if it is the documented one with parameters. */
function typeOfBlob({ type: own }: Blob, documented: string | undefined): string {
  const isMoreExact = documented !== undefined && mediaTypeEssence(own) === documented;
  if (documented !== undefined && !isMoreExact) return documented;
  return own === "" ? "application/octet-stream" : own;
}

/** Returns the fields of a form as they are in JSON, of which their texts are made. */
export function formFields({ codec }: FormDescriptor, value: unknown): unknown {
  if (codec?.toWire === undefined || isForm(value)) return value;
  return codec.toWire(value);
}

/** Lists the fields of a form. Omits null, which no form can express. */
export function formEntries(value: unknown): FormEntries {
  const entries = isForm(value) ? [...value] : Object.entries(value ?? {});
  return entries.flatMap(([name, member]) =>
    (Array.isArray(member) ? member : [member]).flatMap((item) =>
      item === undefined || item === null ? [] : [[name, fieldValue(item)] as const],
    ),
  );
}

function fieldValue(value: unknown): unknown {
  return value instanceof ExactNumber ? value.text : value;
}
