import type { HttpOperation, Response } from "@specwright/contract";
import type { Finding } from "../changes/finding.ts";
import { docsFindings, extensionFindings } from "../documents/docs-findings.ts";
import { compareContent } from "./compare-content.ts";
import { compareHeaders } from "./compare-headers.ts";
import { compareLinks } from "./compare-links.ts";
import { type Part, reportAt, responsesOf, type Site } from "./site.ts";

/** Compares the responses of an operation by status. */
export function compareResponses(site: Site, base: HttpOperation, revision: HttpOperation): void {
  const before = new Map(base.responses.map((each) => [each.status, each]));
  const after = new Map(revision.responses.map((each) => [each.status, each]));
  for (const [status, old] of before) {
    const revised = after.get(status);
    const part = partOf(site, status);
    if (revised !== undefined) {
      compareResponse(site, part, old, revised);
      continue;
    }
    const range = rangeOf(status, after);
    reportAt(site, part, removedFinding(part, old, range));
    // The status may still come, as the range says.
    if (range !== undefined) compareBodies(site, part, old, range);
  }
  for (const [status, revised] of after) {
    if (before.has(status)) continue;
    const part = partOf(site, status);
    const range = rangeOf(status, before);
    reportAt(site, part, addedFinding(part, revised, range));
    if (range !== undefined) compareBodies(site, part, range, revised);
  }
}

function partOf(site: Site, status: string): Part {
  return { part: `response ${status}`, direction: responsesOf(site) };
}

function compareResponse(site: Site, part: Part, old: Response, revised: Response): void {
  const places = { base: old.source, revision: revised.source };
  const findings = [
    ...docsFindings(places, [
      {
        rule: "description-changed",
        name: `The description of ${part.part}`,
        before: old.description,
        after: revised.description,
      },
    ]),
    ...extensionFindings(places, old.extensions, revised.extensions, new Set()),
  ];
  for (const finding of findings) reportAt(site, part, finding);
  compareLinks(site, part, old, revised);
  compareBodies(site, part, old, revised);
}

function compareBodies(site: Site, part: Part, old: Response, revised: Response): void {
  const places = { base: old.source, revision: revised.source };
  const [before, after] = [old.content, revised.content];
  compareHeaders(site, part, old, revised);
  // A client of the provider chooses by `Accept`; the provider itself reads what comes.
  compareContent(site, part, { ...places, before, after, isNegotiated: true });
}

/** Returns the range, such as `4XX`, that a status without an entry of its own belongs to. */
function rangeOf(status: string, responses: ReadonlyMap<string, Response>): Response | undefined {
  return /^\d{3}$/.test(status) ? responses.get(`${status.charAt(0)}XX`) : undefined;
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

function removedFinding(
  { direction }: Part,
  { status, source }: Response,
  range: Response | undefined,
): Finding {
  const success = isSuccess(status);
  const breaks = success && range === undefined;
  return {
    rule: success ? "success-status-removed" : "error-status-removed",
    class: breaks ? "breaking" : "non-breaking",
    surface: "wire",
    direction,
    details: [status],
    base: source,
    ...(range && { revision: range.source }),
    message: `The response ${status} was removed${range ? `; \`${range.status}\` includes it` : ""}.`,
    why: breaks
      ? "A client that was written for the base waits for it, and does not know what comes instead."
      : range !== undefined
        ? "It may still come."
        : "A client handles it in vain at worst.",
  };
}

function addedFinding(
  { direction }: Part,
  { status, source }: Response,
  range: Response | undefined,
): Finding {
  const success = isSuccess(status);
  return {
    rule: success ? "success-status-added" : "error-status-added",
    class: "non-breaking",
    surface: "wire",
    direction,
    details: [status],
    ...(range && { base: range.source }),
    revision: source,
    message: `The response ${status} was added.`,
    why: success
      ? "A client treats a status that it does not know like the others of its class (RFC 9110)."
      : "Clients must expect errors that are not listed.",
  };
}
