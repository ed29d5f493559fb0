import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { readAs, renameMember } from "../diagnostics/repair.ts";
import { type Visitor, walk } from "../grammar/walk.ts";
import { joinPointer, nearestName, pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject, type JsonObject, memberOf } from "../json/json-value.ts";
import type { FileSet } from "../references/load-files.ts";
import { type LoadedFile, pointerOf } from "../text/file-store.ts";
import { checkPaths, collectOperationId, reportRepeatedIds } from "./check-paths.ts";
import { checkSecurityScheme } from "./check-security-scheme.ts";
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
  const operationIds = new Map<string, Source[]>();
  const schemes = securitySchemes(root);
  const checks = new Map<string, (object: JsonObject, source: Source) => void>([
    [
      "Operation",
      (object, source) => checkOperation(document, object, source, operationIds, report),
    ],
    ["Responses", (object, source) => checkStatuses(object, source, report)],
    ["Response", (object, source) => checkResponse(document, object, source, report)],
    ["SecurityRequirement", (object, source) => checkRequirement(object, source, schemes, report)],
    ["SecurityScheme", (object, source) => checkSecurityScheme(document, object, source, report)],
    ["Components", (object, source) => checkNames(object, source, report)],
  ]);

  for (const { place, value, shape } of set.parts) {
    const { file } = place;
    const loaded = set.files.get(file);
    if (loaded === undefined) continue;
    const structure = structureVisitor(document.grammar, loaded, false, report);
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
    const source = { file: entry.spec.file, pointer: "" };
    const repair = readAs({ ...source, pointer: "/paths" }, {});
    report({ code: "FIELD_MISSING", source, message, repair });
  }
  reportRepeatedIds(operationIds, set.files, report);
  checkPaths(document, entry.spec.file, root, set.resolver.resolve, report);
  return problems;
}

function checkOperation(
  document: DocumentType,
  operation: JsonObject,
  source: Source,
  operationIds: Map<string, Source[]>,
  report: Report,
): void {
  if (!Object.hasOwn(operation, "responses") && document.version.startsWith("3.0.")) {
    report({ code: "RESPONSES_MISSING", source, message: "the operation has no responses" });
  }
  collectOperationId(operation, source, operationIds);
}

function checkStatuses(responses: JsonObject, source: Source, report: Report): void {
  for (const status of Object.keys(responses)) {
    if (status.startsWith("x-") || isStatus(status)) continue;
    const place = { ...source, pointer: joinPointer(source.pointer, status) };
    const key = spelledStatus(status);
    const repair =
      key === undefined || Object.hasOwn(responses, key) ? undefined : renameMember(place, key);
    report({
      code: "RESPONSE_CODE_INVALID",
      source: place,
      message: `${JSON.stringify(status)} is not an HTTP status, a range or "default"`,
      ...(repair && { repair }),
    });
  }
}

function isStatus(key: string): boolean {
  return /^(?:default|[1-5]XX|[1-9]\d\d)$/.test(key);
}

/**
 * Returns the status that a misspelt key means, such as `4XX` for `4xx`; `undefined` if the key is not a
 * status.
 */
function spelledStatus(key: string): string | undefined {
  const trimmed = key.trim();
  return [trimmed.toUpperCase(), trimmed.toLowerCase()].find(isStatus);
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
  // OpenAPI 3.2 also accepts the URI of a scheme.
  const isKnown = (name: string): boolean => schemes.has(name) || /[/#]/.test(name);
  for (const name of Object.keys(requirement)) {
    if (isKnown(name)) continue;
    const near = nearestName(name, [...schemes]);
    report({
      code: "SECURITY_SCHEME_UNKNOWN",
      source: { ...source, pointer: joinPointer(source.pointer, name) },
      message: `there is no security scheme ${JSON.stringify(name)}`,
      ...(near !== undefined && { fix: `Did you mean ${near}?` }),
      // The requirement stays in the document, so that the operation still needs a credential.
      repair: { reading: "kept as a scheme of an unknown kind", edits: [] },
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
        message: `${JSON.stringify(name)} is a name that some tools reject`,
      });
    }
  }
}

function securitySchemes(root: JsonObject): ReadonlySet<string> {
  const components = memberOf(root, "components");
  const schemes = isJsonObject(components) ? memberOf(components, "securitySchemes") : undefined;
  return new Set(isJsonObject(schemes) ? Object.keys(schemes) : []);
}
