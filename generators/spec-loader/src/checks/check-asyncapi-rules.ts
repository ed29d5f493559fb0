import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { leaveOut, type Repair, readAs } from "../diagnostics/repair.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject } from "../json/json-value.ts";
import type { FileSet } from "../references/load-files.ts";
import { dereference, type Resolver } from "../references/resolver.ts";
import type { LoadedFile } from "../text/file-store.ts";
import { asyncapiSchema } from "./asyncapi/asyncapi-schema.ts";
import { checkRules } from "./asyncapi/check-rule.ts";
import { crossFindings } from "./asyncapi/cross/cross-findings.ts";
import { type PlacedFinding, siftFindings } from "./sift-findings.ts";
import { stubDocument } from "./stub-document.ts";

/**
 * Checks a document against the official JSON Schema of AsyncAPI, and against the rules that JSON Schema
 * cannot express. Returns each finding once, at its place in the loaded files. Leaves out findings that
 * other checks of the loader report.
 */
export function checkAsyncapiRules(
  document: DocumentType,
  entry: LoadedFile,
  set: FileSet,
  known: readonly Problem[],
): readonly Problem[] {
  const findings: PlacedFinding[] = [];
  const seen = new Set<string>();
  for (const { path, isOfTarget, ...finding } of documentFindings(document, entry, set)) {
    const source = findPlace(entry.spec.file, path, set.resolver, isOfTarget);
    const key = `${finding.rule} ${source.file}#${source.pointer}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const repair = findingRepair({ ...finding, path }, entry, source, set.resolver);
    findings.push({ ...finding, source, ...(repair && { repair }) });
  }
  return siftFindings(document, entry, findings, known).map(
    ({ rule, message, source, fix, isError, isNamed, repair }): Problem => {
      const words = isNamed
        ? `${placeName(pointerTokens(source.pointer) ?? [])} ${message}`
        : message;
      return {
        code: isError ? "ASYNCAPI_INVALID" : "ASYNCAPI_ADVICE",
        source,
        message: `${words} (${rule})`,
        fix,
        ...(repair && { repair }),
      };
    },
  );
}

interface Finding extends Omit<PlacedFinding, "source" | "repair"> {
  readonly path: readonly (string | number)[];
  /**
   * Whether the finding is about the target of the reference at `path`. If false, the finding is about the
   * reference.
   */
  readonly isOfTarget: boolean;
  /** The reference that the author meant, if only one is possible. */
  readonly reference?: string;
}

/** Returns the repair of a finding; `undefined` if more than one repair is possible. */
function findingRepair(
  { path, isUnknownField, reference }: Omit<Finding, "isOfTarget">,
  entry: LoadedFile,
  source: Source,
  resolver: Resolver,
): Repair | undefined {
  // The loader ignores unknown fields, so the value needs no edit.
  if (isUnknownField) return { reading: "left out", edits: [] };
  if (reference !== undefined) {
    return readAs({ ...source, pointer: joinPointer(source.pointer, "$ref") }, reference);
  }
  if (path.length === 1 && path[0] === "id") return leaveOut(source);
  // An invalid example can be left out, because examples are only documentation.
  const list = path.findIndex((key, index) => key === "examples" && index < path.length - 1);
  if (list < 0) return undefined;
  return leaveOut(findPlace(entry.spec.file, path.slice(0, list + 2), resolver, false));
}

function documentFindings(
  document: DocumentType,
  entry: LoadedFile,
  set: FileSet,
): readonly Finding[] {
  const root = stubDocument(document, entry.spec, set.resolver);
  if (!isJsonObject(root)) return [];
  const major = document.version.startsWith("2.") ? "2" : "3";
  return [
    ...checkRules(asyncapiSchema(document.version), root).map(({ path, words, fix, kind }) => ({
      rule: "asyncapi-document",
      path,
      message: kind === "field" ? `${words} in AsyncAPI ${document.version}` : words,
      fix,
      isError: true,
      isUnknownField: kind === "field",
      isNamed: kind !== "field",
      isOfTarget: true,
    })),
    ...crossFindings({ major, root }).map((finding) => ({
      ...finding,
      isUnknownField: false,
      isNamed: false,
      isOfTarget: false,
    })),
  ];
}

/**
 * Returns the place in the loaded files for a path in the checked document, where references are replaced
 * by their targets.
 */
function findPlace(
  file: string,
  path: readonly (string | number)[],
  resolver: Resolver,
  isOfTarget: boolean,
): Source {
  for (let length = path.length; length > 0; length -= 1) {
    const pointer = joinPointer("", ...path.slice(0, length));
    const target = resolver.reach({ file, pointer });
    if (!target.found) continue;
    const { source, value } = target;
    return (isOfTarget && dereference(resolver.resolve, source, value)?.source) || source;
  }
  return { file, pointer: "" };
}

/**
 * Returns the name of a place for messages: its key, or the list and the index of an item
 * (`"messages[0]"`).
 */
function placeName(path: readonly string[]): string {
  const last = path.at(-1);
  if (last === undefined) return "the document";
  const isIndex = /^\d+$/.test(last) && path.length > 1;
  return JSON.stringify(isIndex ? `${path.at(-2)}[${last}]` : last);
}
