import { decodeUtf8 } from "../world/platform.ts";
import { isBase64 } from "./base64.ts";

/** The content of a text: JSON, base64, or JSON in base64. */
export type Content = "json" | "base64" | "base64 json";

/** Reports whether a text matches the content keywords of its schema (draft-07, validation §8). */
export function isContent(text: string, content: Content): boolean {
  if (content !== "json" && !isBase64(text)) return false;
  if (content === "base64") return true;
  try {
    JSON.parse(content === "json" ? text : decodeBase64(text));
    return true;
  } catch {
    return false;
  }
}

function decodeBase64(text: string): string {
  const bytes = Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
  return decodeUtf8(bytes, { fatal: true });
}
