import { createHash } from "node:crypto";
import { canonicalJson, type JsonValue } from "@specwright/spec-loader";
import type { RuleId } from "../rules/rules.ts";
import type { Subject } from "./change.ts";

/** Returns twelve hexadecimal digits that depend on what changed, and on no position or text. */
export function fingerprintOf(
  rule: RuleId,
  { kind, name, path = "" }: Subject,
  details: readonly JsonValue[],
): string {
  const text = JSON.stringify(canonicalJson([rule, kind, name, path, ...details]), (_key, value) =>
    typeof value === "bigint" ? { integer: String(value) } : value,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
