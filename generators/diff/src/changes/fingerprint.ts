import { createHash } from "node:crypto";
import type { JsonValue } from "@specwright/spec-loader";
import type { RuleId } from "../rules/rules.ts";
import { canonicalText } from "./canonical-text.ts";
import type { Subject } from "./change.ts";

/** Returns twelve hexadecimal digits that depend on what changed, and on no position or text. */
export function fingerprintOf(
  rule: RuleId,
  { kind, name, path = "" }: Subject,
  details: readonly JsonValue[],
): string {
  const text = canonicalText([rule, kind, name, path, ...details]);
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
