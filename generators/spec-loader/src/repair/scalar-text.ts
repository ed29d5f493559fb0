import type { JsonValue } from "../json/json-value.ts";
import type { LoadedFile } from "../text/file-store.ts";

/** Longer numbers are not looked up in the text. */
const MAX_LENGTH = 400;

/** After a key in quotes, a value may follow the colon directly. */
const keyBefore = /^(?:(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*:\s*|[^\s:'"][^:\n]*?\s*:\s+)/;

/**
 * Returns a number or boolean as the document writes it: `1.10` and `1.0` differ from the texts of
 * their values.
 */
export function scalarText(file: LoadedFile, pointer: string, value: JsonValue): string {
  const at = file.offset(pointer);
  const text = file.spec.text.slice(at, at + MAX_LENGTH);
  const key = keyBefore.exec(text)?.[0] ?? "";
  const written = /^[-+]?[\d.][\w.+-]*/.exec(text.slice(key.length))?.[0];
  return written !== undefined && Number(written) === Number(value) ? written : String(value);
}
