import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { type Visitor, walk } from "../grammar/walk.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject, type JsonObject, memberOf } from "../json/json-value.ts";
import type { FileSet } from "../references/load-files.ts";
import { type LoadedFile, pointerOf } from "../text/loaded-file.ts";
import { checkPaths } from "./check-paths.ts";
import { type Report, structureVisitor } from "./check-structure.ts";

/** Checks the structure of an OpenAPI document, in all its files. */
export function checkOpenapi(
  document: DocumentType,
  entry: LoadedFile,
  set: FileSet,
): readonly Problem[] {
  const problems: Problem[] = [];
  const report: Report = (problem) => problems.push(problem);
  const root = isJsonObject(entry.spec.root) ? entry.spec.root : {};
  const operationIds = new Map<string, Source>();
  const schemes = securitySchemes(root);
  const checks = new Map<string, (object: JsonObject, source: Source) => void>([
    [
      "Operation",
      (object, source) => checkOperation(document, object, source, operationIds, set, report),
    ],
    ["Responses", (object, source) => checkStatuses(object, source, report)],
    ["Response", (object, source) => checkResponse(document, object, source, report)],
    ["SecurityRequirement", (object, source) => checkRequirement(object, source, schemes, report)],
    ["Components", (object, source) => checkNames(object, source, report)],
  ]);

  for (const { place, value, shape } of set.parts) {
    const { file } = place;
    const structure = structureVisitor(file, false, report);
    const visitor: Visitor = {
      ...structure,
      object: (kind, object, path) => {
        structure.object?.(kind, object, path);
        checks.get(kind.name)?.(object, { file, pointer: pointerOf(path) });
      },
    };
    walk(document.grammar, shape, value, pointerTokens(place.pointer) ?? [], visitor);
  }
  const bodies = ["paths", "webhooks", "components"];
  if (!bodies.some((field) => Object.hasOwn(root, field))) {
    const message = 'the document needs the field "paths"';
    report({ code: "FIELD_MISSING", source: { file: entry.spec.file, pointer: "" }, message });
  }
  checkPaths(entry.spec.file, root, set.resolver.resolve, report);
  return problems;
}

function checkOperation(
  document: DocumentType,
  operation: JsonObject,
  source: Source,
  operationIds: Map<string, Source>,
  set: FileSet,
  report: Report,
): void {
  if (!Object.hasOwn(operation, "responses") && document.version.startsWith("3.0.")) {
    report({ code: "RESPONSES_MISSING", source, message: "the operation has no responses" });
  }
  const id = memberOf(operation, "operationId");
  if (typeof id !== "string") return;
  const place = { ...source, pointer: joinPointer(source.pointer, "operationId") };
  const first = operationIds.get(id);
  operationIds.set(id, first ?? place);
  if (first === undefined) return;
  const { line } = set.files.get(first.file)?.place(first.pointer) ?? { line: 0 };
  const message = `the operationId ${JSON.stringify(id)} is already at ${first.file}:${line} (${first.pointer})`;
  report({ code: "OPERATION_ID_DUPLICATE", source: place, message });
}

function checkStatuses(responses: JsonObject, source: Source, report: Report): void {
  for (const status of Object.keys(responses)) {
    if (status.startsWith("x-") || /^(?:default|[1-5]XX|[1-9]\d\d)$/.test(status)) continue;
    report({
      code: "RESPONSE_CODE_INVALID",
      source: { ...source, pointer: joinPointer(source.pointer, status) },
      message: `${JSON.stringify(status)} is not an HTTP status, a range or "default"`,
    });
  }
}

function checkResponse(
  document: DocumentType,
  response: JsonObject,
  source: Source,
  report: Report,
): void {
  if (document.version.startsWith("3.2.") || Object.hasOwn(response, "description")) return;
  const message = "the response has no description";
  report({ code: "RESPONSE_DESCRIPTION_MISSING", source, message });
}

function checkRequirement(
  requirement: JsonObject,
  source: Source,
  schemes: ReadonlySet<string>,
  report: Report,
): void {
  for (const name of Object.keys(requirement)) {
    // OpenAPI 3.2 also accepts the URI of a scheme.
    if (schemes.has(name) || /[/#]/.test(name)) continue;
    report({
      code: "SECURITY_SCHEME_UNKNOWN",
      source: { ...source, pointer: joinPointer(source.pointer, name) },
      message: `there is no security scheme ${JSON.stringify(name)}`,
    });
  }
}

function checkNames(components: JsonObject, source: Source, report: Report): void {
  for (const [section, named] of Object.entries(components)) {
    if (section.startsWith("x-") || !isJsonObject(named)) continue;
    for (const name of Object.keys(named)) {
      if (/^[A-Za-z0-9._-]+$/.test(name)) continue;
      report({
        code: "COMPONENT_NAME_INVALID",
        source: { ...source, pointer: joinPointer(source.pointer, section, name) },
        message: `${JSON.stringify(name)} is not a name that every tool accepts`,
      });
    }
  }
}

function securitySchemes(root: JsonObject): ReadonlySet<string> {
  const components = memberOf(root, "components");
  const schemes = isJsonObject(components) ? memberOf(components, "securitySchemes") : undefined;
  return new Set(isJsonObject(schemes) ? Object.keys(schemes) : []);
}
