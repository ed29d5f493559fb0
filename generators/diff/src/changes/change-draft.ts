import { createHash } from "node:crypto";
import type { Contract } from "@specwright/contract";
import { type JsonValue, joinPointer, type Position, type Source } from "@specwright/spec-loader";
import type { RuleId } from "../rules/rules.ts";
import type { Affected, Change, Subject } from "./change.ts";
import { canonicalText } from "./write-value.ts";

/** A change, before `Comparison.record` adds the fingerprint and the exact positions. */
export interface ChangeDraft
  extends Pick<
    Change,
    | "class"
    | "surface"
    | "subject"
    | "effect"
    | "direction"
    | "message"
    | "why"
    | "witness"
    | "texts"
    | "sunset"
  > {
  readonly rule: RuleId;
  /** The changed names and values, without positions. The fingerprint is a hash of them. */
  readonly details?: readonly JsonValue[];
  readonly base?: Source;
  readonly revision?: Source;
  readonly affects?: readonly Affected[];
  readonly milderIn?: readonly Affected[];
}

/**
 * Returns the fingerprint of a change: twelve hexadecimal digits. It depends on the rule, the subject, and
 * the old and new values, but not on lines or texts. If a different change had the same fingerprint,
 * accepting one would accept the other.
 */
export function fingerprintOf(
  rule: RuleId,
  { kind, name, path = "" }: Subject,
  details: readonly JsonValue[],
): string {
  const text = canonicalText([rule, kind, name, path, ...details]);
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** Finds the keywords of a rule by the first or last words of the rule's id. */
const keywords: readonly (readonly [pattern: RegExp, ...keywords: string[]])[] = [
  [/^title-changed$/, "title"],
  [/^summary-changed$/, "summary"],
  [/^description-changed$/, "description"],
  [/^license-changed$/, "license"],
  [/^contact-changed$/, "contact"],
  [/^terms-of-service-changed$/, "termsOfService"],
  [/^external-docs-changed$/, "externalDocs"],
  [/^examples-changed$/, "examples", "example"],
  [/^security-(scope-)?(added|removed)$/, "security"],
  [/^security-became-/, "security"],
  [/^(server-variable-)?default-(set|unset|changed)$/, "default"],
  [/^operation-id-/, "operationId"],
  [/^operation-tag-|-tags-changed$/, "tags"],
  [/-(deprecated|reactivated)$/, "deprecated", "x-deprecated"],
  [/^sunset-/, "x-sunset"],
  [/stability-/, "x-stability-level"],
  [/^discriminator-/, "discriminator"],
  [/^xml-changed$/, "xml"],
];

/**
 * Lists the keywords that a change may be about. A report shows the position of the first keyword that
 * exists in the object.
 */
export function keywordsOf({
  rule,
  details = [],
}: Pick<ChangeDraft, "rule" | "details">): readonly string[] {
  if (rule === "schema-documentation-changed") return details.flatMap(writtenNames);
  if (isExtensionRule(rule)) return details.slice(0, 1).filter((each) => typeof each === "string");
  const [, ...names] = keywords.find(([pattern]) => pattern.test(rule)) ?? [];
  return names;
}

function isExtensionRule(rule: RuleId): boolean {
  return rule === "extension-changed" || rule === "schema-extension-changed";
}

function writtenNames(field: JsonValue): readonly string[] {
  if (field === "comment") return ["$comment"];
  if (field === "examples") return ["examples", "example"];
  return typeof field === "string" ? [field] : [];
}

/**
 * Returns the position of the first keyword that exists in an object; without one, the position of the
 * object.
 */
export function placeOfKeyword(
  contract: Contract,
  source: Source,
  keywords: readonly string[],
): Position {
  const whole = contract.locate(source);
  for (const keyword of keywords) {
    const { file, pointer } = source;
    const place = contract.locate({ file, pointer: joinPointer(pointer, keyword) });
    // The position of a missing field is the position of the object.
    if (place.line !== whole.line || place.column !== whole.column) return place;
  }
  return whole;
}
