import type { HttpOperation, RequestBody } from "@specwright/contract";
import { classOfEffect } from "../changes/class-of-effect.ts";
import type { Finding, Places } from "../changes/finding.ts";
import { writeChange } from "../changes/write-value.ts";
import { docsFindings } from "../documents/docs-findings.ts";
import { compareContent } from "./compare-content.ts";
import { type Part, reportAt, type Site } from "./site.ts";

export function compareRequestBody(site: Site, base: HttpOperation, revision: HttpOperation): void {
  const part: Part = { part: "request body", direction: site.requests };
  const [old, revised] = [base.requestBody, revision.requestBody];
  if (old === undefined && revised === undefined) return;
  if (old === undefined || revised === undefined) {
    if (revised !== undefined) reportAt(site, part, addedFinding(part, revised));
    if (old !== undefined) reportAt(site, part, removedFinding(part, old));
    return;
  }
  const places = { base: old.source, revision: revised.source };
  const findings = [
    ...requiredFindings(part, places, old, revised),
    ...limitFindings(part, places, old, revised),
    ...docsFindings(places, [
      {
        rule: "description-changed",
        name: "The description of the request body",
        before: old.description,
        after: revised.description,
      },
    ]),
  ];
  for (const finding of findings) reportAt(site, part, finding);
  const [before, after] = [old.content, revised.content];
  compareContent(site, part, { ...places, before, after, isNegotiated: false });
}

function addedFinding({ direction }: Part, { required, source }: RequestBody): Finding {
  const effect = required ? "narrows" : "widens";
  const isRead = direction === "request";
  return {
    rule: required ? "required-request-body-added" : "optional-request-body-added",
    class: required ? classOfEffect(effect, direction) : "non-breaking",
    surface: "wire",
    effect,
    direction,
    revision: source,
    message: `${required ? "A required" : "An optional"} request body was added.`,
    why: !isRead
      ? "Existing clients ignore it."
      : required
        ? "Existing clients send no body, so the server rejects their requests."
        : "Existing clients send no body, which is still valid.",
  };
}

function removedFinding({ direction }: Part, { required, source }: RequestBody): Finding {
  const isRead = direction === "request";
  return {
    rule: "request-body-removed",
    class: isRead ? "potentially-breaking" : "breaking",
    surface: "wire",
    effect: isRead ? "unknown" : "widens",
    direction,
    base: source,
    message: `The request body, which was ${required ? "required" : "optional"}, was removed.`,
    why: isRead
      ? "Existing clients may send a body, which the server now ignores or rejects."
      : "Existing clients read it.",
  };
}

function requiredFindings(
  { direction }: Part,
  places: Places,
  old: RequestBody,
  revised: RequestBody,
): Finding[] {
  if (old.required === revised.required) return [];
  const effect = revised.required ? "narrows" : "widens";
  const changeClass = classOfEffect(effect, direction);
  return [
    {
      rule: revised.required ? "request-body-became-required" : "request-body-became-optional",
      class: changeClass,
      surface: "wire",
      effect,
      direction,
      ...places,
      message: revised.required
        ? "The request body is now required; it was optional."
        : "The request body is now optional; it was required.",
      why:
        changeClass === "non-breaking"
          ? "Requests that were valid are still valid."
          : direction === "request"
            ? "The server now rejects requests without a body."
            : "Existing clients rely on it.",
    },
  ];
}

function limitFindings(
  { direction }: Part,
  places: Places,
  old: RequestBody,
  revised: RequestBody,
): Finding[] {
  const { maxBytes: before } = old;
  const { maxBytes: after } = revised;
  if (before === after) return [];
  const isLess = (after ?? Number.POSITIVE_INFINITY) < (before ?? Number.POSITIVE_INFINITY);
  const effect = isLess ? "narrows" : "widens";
  const changeClass = classOfEffect(effect, direction);
  return [
    {
      rule:
        before === undefined
          ? "max-bytes-set"
          : after === undefined
            ? "max-bytes-unset"
            : isLess
              ? "max-bytes-decreased"
              : "max-bytes-increased",
      class: changeClass,
      surface: "wire",
      effect,
      direction,
      details: [before ?? null, after ?? null],
      ...places,
      message: `The maximum length of the request body in bytes ${writeChange(before, after)}.`,
      why:
        changeClass === "breaking"
          ? "The server may now reject bodies that were short enough."
          : "Bodies that were short enough are still accepted.",
    },
  ];
}
