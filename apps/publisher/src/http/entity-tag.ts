import { createHash } from "node:crypto";
import { stringifyJson } from "@specwright/runtime";

/** Returns a strong entity tag of a response that is the same for all callers. */
export function entityTag(content: unknown): string {
  const text = typeof content === "string" ? content : stringifyJson(content);
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
}
