import type { HttpOperation, Response } from "@specwright/contract";
import { isJsonObject, type JsonValue } from "@specwright/spec-loader";
import type { Finding } from "../changes/finding.ts";
import { canonicalText, writeValue } from "../changes/write-value.ts";
import { docsFindings, extensionFindings } from "../documents/docs-findings.ts";
import { compareContent } from "./compare-content.ts";
import { compareHeaders } from "./compare-headers.ts";
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
    const cover = coverOf(status, after);
    reportAt(site, part, removedFinding(part, old, cover, after));
    // The status may still come, as the cover says.
    if (cover !== undefined) compareBodies(site, part, old, cover);
  }
  for (const [status, revised] of after) {
    if (before.has(status)) continue;
    const part = partOf(site, status);
    const cover = coverOf(status, before);
    reportAt(site, part, addedFinding(part, revised, cover));
    if (cover !== undefined) compareBodies(site, part, cover, revised);
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

/**
 * Returns the response that holds for a status, or for a range such as `4XX`, without an entry of its
 * own. `default` is meant for errors where a success is listed beside it.
 */
function coverOf(status: string, responses: ReadonlyMap<string, Response>): Response | undefined {
  if (status === "default") return undefined;
  const range = /^\d{3}$/.test(status) ? responses.get(`${status.charAt(0)}XX`) : undefined;
  if (range !== undefined) return range;
  const isForErrors = [...responses.keys()].some(isSuccess);
  return isSuccess(status) && isForErrors ? undefined : responses.get("default");
}

/** Reports whether a range such as `2XX` was replaced by single statuses in it. */
function isNarrowed(range: string, responses: ReadonlyMap<string, Response>): boolean {
  const [first = ""] = range;
  return /XX$/.test(range) && [...responses.keys()].some((each) => each.startsWith(first));
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

function removedFinding(
  { direction }: Part,
  { status, source }: Response,
  cover: Response | undefined,
  others: ReadonlyMap<string, Response>,
): Finding {
  const success = isSuccess(status);
  const breaks = success && cover === undefined && !isNarrowed(status, others);
  return {
    rule: success ? "success-status-removed" : "error-status-removed",
    class: breaks ? "breaking" : "non-breaking",
    surface: "wire",
    direction,
    details: [status],
    base: source,
    ...(cover && { revision: cover.source }),
    message: `The response ${status} was removed${cover ? `; \`${cover.status}\` includes it` : ""}.`,
    why: breaks
      ? "A client of the old version waits for it, and does not know what comes instead."
      : cover !== undefined
        ? "It may still come."
        : success
          ? "What still comes is a part of it."
          : "A client handles it in vain at worst.",
  };
}

function addedFinding(
  { direction }: Part,
  { status, source }: Response,
  cover: Response | undefined,
): Finding {
  const success = isSuccess(status);
  return {
    rule: success ? "success-status-added" : "error-status-added",
    class: "non-breaking",
    surface: "wire",
    direction,
    details: [status],
    ...(cover && { base: cover.source }),
    revision: source,
    message: `The response ${status} was added${cover ? `; \`${cover.status}\` included it` : ""}.`,
    why: success
      ? "A client treats a status that it does not know like the others of its class (RFC 9110)."
      : "Clients must expect errors that are not listed.",
  };
}

/** Compares the links of a response. They send nothing themselves, but generated code has them. */
function compareLinks(site: Site, part: Part, base: Response, revision: Response): void {
  for (const name of new Set([...base.links.keys(), ...revision.links.keys()])) {
    const [before, after] = [base.links.get(name), revision.links.get(name)];
    const rest = {
      surface: "code",
      details: [name],
      ...(before !== undefined && { base: base.source }),
      ...(after !== undefined && { revision: revision.source }),
    } as const;
    const finding = linkFinding(name, before, after);
    if (finding !== undefined) reportAt(site, part, { ...rest, ...finding });
  }
}

function linkFinding(
  name: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Pick<Finding, "rule" | "class" | "message" | "why"> | undefined {
  const link = `The link ${writeValue(name)}`;
  if (before === undefined) {
    const why = "A client that does not know it ignores it.";
    return { rule: "link-added", class: "non-breaking", message: `${link} was added.`, why };
  }
  if (after === undefined) {
    const why = "Code that follows the link no longer compiles. The operations stay as they are.";
    return { rule: "link-removed", class: "breaking", message: `${link} was removed.`, why };
  }
  if (meaningOf(before) === meaningOf(after)) return undefined;
  return {
    rule: "link-changed",
    class: "potentially-breaking",
    message: `${link} changed.`,
    why: "Code that follows the link may do something else. The operations stay as they are.",
  };
}

function meaningOf(link: JsonValue): string {
  if (!isJsonObject(link)) return canonicalText(link);
  const fields = Object.entries(link).filter(([name]) => name !== "description");
  return canonicalText(Object.fromEntries(fields));
}
