import type { Contract, HttpOperation, SecurityRequirement } from "@specwright/contract";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Source,
} from "@specwright/spec-loader";
import type { Affected } from "../changes/change.ts";
import type { Comparison } from "../comparison.ts";
import { compareSecurity } from "../security/compare-security.ts";
import { compareSecuritySchemes } from "../security/compare-security-schemes.ts";
import { type MatchedSchemes, matchSchemes } from "../security/match-schemes.ts";
import { isSameSecurity, renameSchemes } from "../security/requirement-cover.ts";
import type { MatchedOperations } from "./match-operations.ts";
import { operationName, operationSubject } from "./operation-name.ts";

/**
 * Compares the security schemes, the requirements of the document, and those of operations that
 * have others than the document.
 */
export function compareDocumentSecurity(
  comparison: Comparison,
  { pairs }: MatchedOperations,
): void {
  const { base, revision } = comparison;
  const schemes = matchSchemes(base, revision);
  compareSecuritySchemes(comparison, schemes, (id) =>
    base.operations.filter((each) => needs(each, id)).map(affectedBy),
  );
  const before = requirementsOf(base.raw);
  const after = renameSchemes(requirementsOf(revision.raw), schemes.baseNames);
  const inheriting: Affected[] = [];
  for (const [old, revised] of pairs) {
    const renamed = renameSchemes(revised.security, schemes.baseNames);
    if (isSameSecurity(old.security, before) && isSameSecurity(renamed, after)) {
      inheriting.push(affectedBy(old));
      continue;
    }
    compareOperationSecurity(comparison, old, revised, schemes);
  }
  const places = { base: rootOf(base), revision: rootOf(revision) };
  for (const finding of compareSecurity(places, before, after)) {
    const isUsed = inheriting.length > 0;
    comparison.record({
      ...finding,
      ...(!isUsed && { class: "non-breaking", why: "No operation has these requirements." }),
      subject: { kind: "document", name: base.info.title, path: "security" },
      affects: inheriting,
    });
  }
}

function compareOperationSecurity(
  comparison: Comparison,
  old: HttpOperation,
  revised: HttpOperation,
  { baseNames }: MatchedSchemes,
): void {
  const { base, revision } = comparison;
  const places = { base: ownerOf(base, old), revision: ownerOf(revision, revised) };
  const renamed = renameSchemes(revised.security, baseNames);
  for (const finding of compareSecurity(places, old.security, renamed)) {
    const subject = operationSubject("operation", old, "security");
    comparison.record({ ...finding, subject, affects: [affectedBy(old)] });
  }
}

function needs({ security }: HttpOperation, scheme: string): boolean {
  return security.some((each) => each.has(scheme));
}

function affectedBy(operation: HttpOperation): Affected {
  return { operation: operationName(operation), part: "security", direction: "request" };
}

/** Returns the place of the object whose requirements count for an operation. */
function ownerOf(contract: Contract, { source }: HttpOperation): Source {
  const isOwn = contract.fieldOf(source, "security") !== undefined;
  return isOwn ? source : rootOf(contract);
}

function rootOf({ file }: Contract): Source {
  return { file, pointer: "" };
}

/** Reads the requirements of the document, which the contract hands to its operations. */
function requirementsOf({ security }: JsonObject): readonly SecurityRequirement[] {
  if (!isJsonArray(security)) return [];
  return security
    .filter(isJsonObject)
    .map((each) => new Map(Object.entries(each).map(([name, scopes]) => [name, scopesOf(scopes)])));
}

function scopesOf(scopes: JsonValue): readonly string[] {
  return isJsonArray(scopes) ? scopes.filter((each) => typeof each === "string") : [];
}
