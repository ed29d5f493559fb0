import type {
  BodyEncoder,
  EncodedBody,
  MediaDescriptor,
  TextBodyDescriptor,
} from "../codegen/body.ts";
import { CodecError } from "../errors/codec-error.ts";
import { parseJson } from "../json/parse-json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { bytesOf, isBytes } from "../media/bytes-of.ts";
import { ANY_BYTES } from "../media/file-type.ts";
import { charsetOf, isJsonType } from "../media/media-type.ts";
import { encodeText } from "../text/strings.ts";
import { isStream } from "../world/platform.ts";
import { fileEncoder } from "./file-encoder.ts";
import { fitsForm, writeForm } from "./form-body.ts";
import { encodeValue, isBinary, isForm, isJson, writeJson } from "./json-body.ts";

/** Encodes bodies of every kind: JSON, XML, forms, text, bytes and streams. */
export const anyBody: BodyEncoder = /* @__PURE__ */ fileEncoder({
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
    case "form":
      return writeForm(media, value, type, isChecked);
    case "parts":
      return media.format.write(media, value, type ?? "multipart/mixed", isChecked);
    case "text":
      return writeText(textToSend(media, value, isChecked), type ?? "text/plain;charset=utf-8");
    case "sequential":
      throw new TypeError("items need the encoder sequentialBody");
    case "bytes":
      if (isStream(value)) {
        return { body: value, contentType: type ?? ANY_BYTES, once: true };
      }
      return {
        body: value instanceof Blob ? value : isBytes(value) ? bytesOf(value) : `${value}`,
        contentType: type ?? ANY_BYTES,
      };
    default:
      return media satisfies never;
  }
}

/** Reports whether a value can be sent as a media type. Used for callers that do not name a media type. */
export function fitsAny(media: MediaDescriptor, value: unknown): boolean {
  switch (media.kind) {
    case "json":
    case "xml":
      return isJson(value);
    case "form":
      return fitsForm(value);
    case "text":
      return typeof value === "string" || (media.codec?.toWire !== undefined && isJson(value));
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

/**
 * Returns the text of a body. Its codec checks the text as a JSON string.
 *
 * @throws CodecError if the text is checked and does not match its schema.
 */
export function textToSend(
  { codec }: TextBodyDescriptor,
  value: unknown,
  isChecked: boolean,
): string {
  return `${codec === undefined ? value : parseJson(encodeValue(codec, value, isChecked))}`;
}

function writeText(text: string, contentType: string): EncodedBody {
  const written = isJsonType(contentType) ? stringifyJson(text) : text;
  const body = encodeText(written, charsetOf(contentType));
  if (body !== undefined) return { body, contentType };
  const message = `cannot be written as ${contentType}`;
  throw new CodecError("encode", [{ pointer: "", code: "encoding", message }]);
}
