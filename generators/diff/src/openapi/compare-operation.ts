import type { HttpOperation } from "@specwright/contract";
import type { Finding } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { docsFindings, extensionFindings } from "../documents/docs-findings.ts";
import {
  lifecycleExtensions,
  lifecycleFindings,
  stabilityFindings,
  stabilityOf,
} from "../lifecycle/lifecycle.ts";
import { compareCallbacks } from "./compare-callbacks.ts";
import { paginationFindings } from "./compare-pagination.ts";
import { compareParameters } from "./compare-parameters.ts";
import { compareRequestBody } from "./compare-request-body.ts";
import { compareResponses } from "./compare-responses.ts";
import { operationIdOf } from "./match-operations.ts";
import { reportAt, type Site } from "./site.ts";

const stabilityRules = {
  increased: "stability-increased",
  decreased: "stability-decreased",
} as const;

/** The extensions whose meaning is compared. */
const knownExtensions: ReadonlySet<string> = new Set([...lifecycleExtensions, "x-pagination"]);

/** Compares an operation, a webhook or a callback request with its revision. */
export function compareOperation(site: Site, old: HttpOperation, revised: HttpOperation): void {
  const places = { base: old.source, revision: revised.source };
  const name = `${site.operation}${site.prefix === "" ? "" : `, ${site.prefix.trimEnd()}`}`;
  const { stability } = site;
  const lifecycle = {
    name,
    deprecated: "operation-deprecated",
    reactivated: "operation-reactivated",
    stability,
  } as const;
  const findings = [
    ...idFindings(name, old, revised),
    ...tagFindings(name, old, revised),
    ...lifecycleFindings(places, lifecycle, [old, revised], site.comparison.settings),
    ...stabilityFindings(places, { name, ...stabilityRules }, [stabilityOf(old), stability]),
    ...textFindings(site, name, old, revised),
    ...paginationFindings(name, old, revised),
    ...extensionFindings(places, old.extensions, revised.extensions, knownExtensions),
  ];
  for (const finding of findings) reportAt(site, undefined, finding);
  compareParameters(site, old, revised);
  compareRequestBody(site, old, revised);
  compareResponses(site, old, revised);
  compareCallbacks(site, old, revised, compareOperation);
}

function idFindings(name: string, old: HttpOperation, revised: HttpOperation): Finding[] {
  const [before, after] = [operationIdOf(old), operationIdOf(revised)];
  if (before === after) return [];
  const rest = {
    class: "breaking",
    surface: "code",
    details: [before ?? null, after ?? null],
    base: old.source,
    revision: revised.source,
    why: "Nothing changes on the wire, but generated code names the method after it.",
  } as const;
  if (before === undefined) {
    const message = `${name} got the \`operationId\` ${writeValue(after ?? "")}.`;
    return [{ rule: "operation-id-added", ...rest, message }];
  }
  if (after === undefined) {
    const message = `${name} lost its \`operationId\` ${writeValue(before)}.`;
    return [{ rule: "operation-id-removed", ...rest, message }];
  }
  const message = `The \`operationId\` of ${name} is now ${writeValue(after)}; it was ${writeValue(before)}.`;
  return [{ rule: "operation-id-changed", ...rest, message }];
}

function tagFindings(name: string, old: HttpOperation, revised: HttpOperation): Finding[] {
  const finding = (was: "added" | "removed", tag: string): Finding => ({
    rule: `operation-tag-${was}`,
    class: "docs",
    surface: "docs",
    details: [tag],
    base: old.source,
    revision: revised.source,
    message: `${name} ${was === "added" ? "got" : "lost"} the tag ${writeValue(tag)}.`,
    why: "Tags group operations in the documentation.",
  });
  const [before, after] = [new Set(old.tags), new Set(revised.tags)];
  return [
    ...[...before].filter((tag) => !after.has(tag)).map((tag) => finding("removed", tag)),
    ...[...after].filter((tag) => !before.has(tag)).map((tag) => finding("added", tag)),
  ];
}

function textFindings(
  { comparison }: Site,
  name: string,
  old: HttpOperation,
  revised: HttpOperation,
): Finding[] {
  return docsFindings({ base: old.source, revision: revised.source }, [
    {
      rule: "summary-changed",
      name: `The summary of ${name}`,
      before: old.summary,
      after: revised.summary,
      isShort: true,
    },
    {
      rule: "description-changed",
      name: `The description of ${name}`,
      before: old.description,
      after: revised.description,
    },
    {
      rule: "external-docs-changed",
      name: `The link to external documentation of ${name}`,
      before: comparison.base.fieldOf(old.source, "externalDocs"),
      after: comparison.revision.fieldOf(revised.source, "externalDocs"),
    },
  ]);
}
