import type { JsonValue } from "@specwright/spec-loader";
import type { RuleId } from "../rules/rules.ts";
import type { ChangeDraft } from "./change-draft.ts";

/** The keywords of rules about a single one, by the start or the end of their ids. */
const keywords: readonly (readonly [pattern: RegExp, ...keywords: string[]])[] = [
  [/^title-changed$/, "title"],
  [/^version-changed$/, "version"],
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
 * Lists the keywords that a change may be about, to show them instead of the object around them; the
 * first that is written counts.
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
