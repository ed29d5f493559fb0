import type { JsonValue } from "../json/json-value.ts";
import type { LoadedFile } from "../text/file-store.ts";

/** The maximum length of a key and a number in the text. */
const MAX_LENGTH = 400;

/** Matches a key and the colon after it. If the key is in quotes, no space is needed after the colon. */
const keyBefore = /^(?:(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*:\s*|[^\s:'"][^:\n]*?\s*:\s+)/;

/**
 * Returns a number or boolean as it is written in the document, because the value itself has lost zeros:
 * `1.10` and `1.0`.
 */
export function scalarText(file: LoadedFile, pointer: string, value: JsonValue): string {
  const at = file.offset(pointer);
  const text = file.spec.text.slice(at, at + MAX_LENGTH);
  const key = keyBefore.exec(text)?.[0] ?? "";
  const written = /^[-+]?[\d.][\w.+-]*/.exec(text.slice(key.length))?.[0];
  return written !== undefined && Number(written) === Number(value) ? written : String(value);
}
