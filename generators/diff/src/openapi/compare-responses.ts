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
    const part = responsePart(site, status);
    if (revised !== undefined) {
      compareResponse(site, part, old, revised);
      continue;
    }
    const cover = coverOf(status, after);
    reportAt(site, part, removedFinding(part, old, cover, after));
    // A range or `default` covers the removed status, so the server may still send the status.
    if (cover !== undefined) compareBodies(site, part, old, cover);
  }
  for (const [status, revised] of after) {
    if (before.has(status)) continue;
    const part = responsePart(site, status);
    const cover = coverOf(status, before);
    reportAt(site, part, addedFinding(part, revised, cover));
    if (cover !== undefined) compareBodies(site, part, cover, revised);
  }
}

function responsePart(site: Site, status: string): Part {
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
  // Clients choose the media type of a response with the `Accept` header.
  compareContent(site, part, { ...places, before, after, isNegotiated: true });
}

/**
 * Returns the response that covers a status, or a range such as `4XX`, without its own entry. If the
 * operation declares a success response, `default` covers only errors.
 */
function coverOf(status: string, responses: ReadonlyMap<string, Response>): Response | undefined {
  if (status === "default") return undefined;
  const range = /^\d{3}$/.test(status) ? responses.get(`${status.charAt(0)}XX`) : undefined;
  if (range !== undefined) return range;
  const isForErrors = [...responses.keys()].some(isSuccess);
  return isSuccess(status) && isForErrors ? undefined : responses.get("default");
}

/** Reports whether single statuses replaced a range such as `2XX` that contains them. */
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
      ? "Existing clients expect this status. They do not know which status they get instead."
      : cover !== undefined
        ? "The server may still send it."
        : success
          ? "Clients that handle the range also handle the remaining statuses."
          : "Clients that handle it keep working.",
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
      ? "Clients treat an unknown status like the others of its class (RFC 9110)."
      : "Clients must expect errors that are not listed.",
  };
}

/**
 * Compares the links of a response. Links do not affect requests or responses, but generated code contains
 * them.
 */
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
    const why = "Existing clients ignore it.";
    return { rule: "link-added", class: "non-breaking", message: `${link} was added.`, why };
  }
  if (after === undefined) {
    const why = "Code that follows the link no longer compiles. The operations do not change.";
    return { rule: "link-removed", class: "breaking", message: `${link} was removed.`, why };
  }
  if (linkText(before) === linkText(after)) return undefined;
  return {
    rule: "link-changed",
    class: "potentially-breaking",
    message: `${link} changed.`,
    why: "Code that follows the link may call a different operation or send different values.",
  };
}

function linkText(link: JsonValue): string {
  if (!isJsonObject(link)) return canonicalText(link);
  const fields = Object.entries(link).filter(([name]) => name !== "description");
  return canonicalText(Object.fromEntries(fields));
}
