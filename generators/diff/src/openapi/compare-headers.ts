import type { Parameter, Response } from "@specwright/contract";
import { classOfEffect } from "../changes/class-of-effect.ts";
import type { Finding } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { compareField } from "./compare-field.ts";
import { type Part, reportAt, type Site } from "./site.ts";

/** Compares the headers of a response. Ignores the case of header names. */
export function compareHeaders(site: Site, part: Part, base: Response, revision: Response): void {
  const before = headersOf(base);
  const after = headersOf(revision);
  for (const [key, old] of before) {
    const revised = after.get(key);
    const place = { ...part, part: `${part.part} header ${old.name}` };
    if (revised === undefined) reportAt(site, place, removedFinding(place, old));
    else compareHeader(site, place, old, revised);
  }
  for (const [key, revised] of after) {
    if (before.has(key)) continue;
    const place = { ...part, part: `${part.part} header ${revised.name}` };
    reportAt(site, place, addedFinding(place, revised));
  }
}

function headersOf({ headers }: Response): ReadonlyMap<string, Parameter> {
  return new Map(headers.map((each) => [each.name.toLowerCase(), each]));
}

function compareHeader(site: Site, part: Part, old: Parameter, revised: Parameter): void {
  const name = `The header ${writeValue(old.name)}`;
  compareField(site, part, [old, revised], {
    name,
    place: "header",
    rules: {
      deprecated: "header-deprecated",
      reactivated: "header-reactivated",
      style: "header-style-changed",
      content: "header-content-changed",
      schemaAdded: "header-schema-added",
      schemaRemoved: "header-schema-removed",
    },
  });
  if (old.required === revised.required) return;
  const effect = revised.required ? "narrows" : "widens";
  const changeClass = classOfEffect(effect, part.direction);
  reportAt(site, part, {
    rule: revised.required ? "header-became-required" : "header-became-optional",
    class: changeClass,
    surface: "wire",
    effect,
    direction: part.direction,
    base: old.source,
    revision: revised.source,
    message: `${name} is now ${revised.required ? "required; it was optional" : "optional; it was required"}.`,
    why:
      changeClass === "non-breaking"
        ? "Existing clients already handle it."
        : "Existing clients rely on it, or do not send it.",
  });
}

function removedFinding({ direction }: Part, { name, required, source }: Parameter): Finding {
  const isWritten = direction === "response";
  const isRelied = required && isWritten;
  return {
    rule: required ? "required-header-removed" : "optional-header-removed",
    class: isWritten ? "breaking" : "non-breaking",
    surface: isRelied || !isWritten ? "wire" : "code",
    effect: isRelied ? "widens" : "equal",
    direction,
    details: [name.toLowerCase()],
    base: source,
    message: `The ${required ? "required" : "optional"} header ${writeValue(name)} was removed.`,
    why: isRelied
      ? "Existing clients rely on it."
      : isWritten
        ? "Clients cannot rely on an optional header, but code that reads it by its generated name no longer compiles."
        : "The receiver ignores undeclared headers.",
  };
}

function addedFinding({ direction }: Part, { name, required, source }: Parameter): Finding {
  const isDemanded = required && direction === "request";
  return {
    rule: "header-added",
    class: isDemanded ? "breaking" : "non-breaking",
    surface: "wire",
    effect: required ? "narrows" : "equal",
    direction,
    details: [name.toLowerCase()],
    revision: source,
    message: `The ${required ? "required" : "optional"} header ${writeValue(name)} was added.`,
    why: isDemanded ? "Existing clients do not send it." : "Clients ignore unknown headers.",
  };
}
