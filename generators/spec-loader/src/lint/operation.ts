import type { Report } from "../checks/check-structure.ts";
import type { DocumentType } from "../detect-document.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import { hasText, type LintNode } from "./node.ts";

/**
 * Checks whether an operation has an id, a text and an error response, and whether its tags are declared.
 */
export function lintOperation(
  { kind, object, source }: LintNode,
  document: DocumentType,
  root: JsonValue,
  report: Report,
): void {
  if (kind !== "Operation") return;
  const named = document.kind === "asyncapi" && document.version.startsWith("3.");
  if (!named && !hasText(object, "operationId")) {
    report({ code: "OPERATION_ID_MISSING", source, message: "the operation has no operationId" });
  }
  if (!hasText(object, "summary", "description", "title")) {
    const message = "the operation has neither summary nor description";
    report({ code: "OPERATION_DESCRIPTION_MISSING", source, message });
  }
  if (document.kind !== "openapi") return;
  const responses = memberOf(object, "responses");
  if (
    isJsonObject(responses) &&
    !Object.keys(responses).some((key) => /^(?:[45]|default$)/.test(key))
  ) {
    const message = "the operation documents no error response";
    report({ code: "ERROR_RESPONSE_MISSING", source, message });
  }
  const declared = declaredTags(root);
  const tags = memberOf(object, "tags");
  for (const [index, tag] of (isJsonArray(tags) ? tags : []).entries()) {
    if (typeof tag !== "string" || declared.has(tag)) continue;
    report({
      code: "TAG_UNDECLARED",
      source: { ...source, pointer: joinPointer(source.pointer, "tags", index) },
      message: `the document does not declare the tag ${JSON.stringify(tag)}`,
    });
  }
}

function declaredTags(root: JsonValue): ReadonlySet<JsonValue | undefined> {
  const tags = isJsonObject(root) ? memberOf(root, "tags") : undefined;
  if (!isJsonArray(tags)) return new Set();
  return new Set(tags.map((tag) => (isJsonObject(tag) ? memberOf(tag, "name") : undefined)));
}
