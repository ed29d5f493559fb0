import type { DescribedFields } from "../codegen/parameter.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { bytesOf, isBytes } from "../media/bytes-of.ts";
import { fieldNamed } from "../media/checked-value.ts";
import type { FormEntries } from "../multipart/write-form.ts";
import { ParameterError } from "../parameters/parameter-error.ts";

/**
 * Writes a form as browsers do. Also writes bytes, which browsers cannot send in such a form; each byte is
 * percent-encoded if necessary.
 *
 * @throws ParameterError for a Blob, because its bytes can only be read asynchronously.
 */
export function urlEncoded(form: DescribedFields, entries: FormEntries): string {
  return entries
    .map(([name, value]) => {
      const isJson = fieldNamed(form, name)?.type === "json";
      return `${encodeText(name)}=${encodedValue(name, value, isJson)}`;
    })
    .join("&");
}

function encodedValue(name: string, value: unknown, isJson: boolean): string {
  if (isBytes(value)) return encodedBytes(new Uint8Array(bytesOf(value)));
  if (value instanceof Blob) {
    throw new ParameterError("query", name, "type", "expected bytes, not a Blob");
  }
  return encodeText(isJson || typeof value === "object" ? stringifyJson(value) : `${value}`);
}

function encodeText(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

function encodedBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (/[\w*.-]/.test(character)) return character;
    return character === " " ? "+" : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;
  }).join("");
}
