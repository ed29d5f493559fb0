import { JsonError, parseJson } from "@specwright/runtime";
import {
  charsetOf,
  decodeUtf8,
  mediaTypeEssence,
  withoutByteOrderMark,
} from "@specwright/runtime/transport";

const JSON_TYPE = /[/+]json$/;
const TEXT_TYPE = /^(?:text\/.*|.*[/+]xml|application\/x-www-form-urlencoded|)$/;

/** Converts the body of an undocumented answer to a value; see `ReceivedAnswer`. */
export function receivedBody(contentType: string, bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  const type = mediaTypeEssence(contentType);
  if (JSON_TYPE.test(type)) return jsonOrText(bytes);
  return TEXT_TYPE.test(type) ? textOf(bytes, charsetOf(contentType)) : bytes;
}

/** Decodes a text; UTF-8 if the charset is unknown. */
export function textOf(bytes: Uint8Array, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return decodeUtf8(bytes);
  }
}

function jsonOrText(bytes: Uint8Array): unknown {
  try {
    return parseJson(withoutByteOrderMark(bytes));
  } catch (error) {
    if (error instanceof JsonError) return textOf(bytes);
    throw error;
  }
}
