import type { Parameter } from "@specwright/contract";
import { classOfEffect } from "../changes/class-of-effect.ts";
import type { Finding, Places } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import type { RuleId } from "../rules/rules.ts";
import { compareField } from "./compare-field.ts";
import { type Part, reportAt, type Site } from "./site.ts";

/** Compares a parameter with its revision. */
export function compareParameter(site: Site, part: Part, old: Parameter, revised: Parameter): void {
  const name = `The ${old.in} parameter ${writeValue(old.name)}`;
  compareField(site, part, [old, revised], {
    name,
    place: "parameter",
    rules: {
      deprecated: "parameter-deprecated",
      reactivated: "parameter-reactivated",
      style: "parameter-style-changed",
      content: "parameter-content-changed",
      schemaAdded: "parameter-schema-added",
      schemaRemoved: "parameter-schema-removed",
    },
  });
  const places = { base: old.source, revision: revised.source };
  const findings = [
    ...requiredFindings(site, name, places, old, revised),
    ...renamedFindings(places, old, revised),
    ...reservedFindings(site, name, places, old, revised),
    ...emptyFindings(site, name, places, old, revised),
  ];
  for (const finding of findings) reportAt(site, part, finding);
}

function requiredFindings(
  { requests }: Site,
  name: string,
  places: Places,
  old: Parameter,
  revised: Parameter,
): Finding[] {
  if (old.required === revised.required) return [];
  const effect = revised.required ? "narrows" : "widens";
  const isRead = requests === "request";
  const why = revised.required
    ? isRead
      ? "A client that was written for the base may leave it out and is refused."
      : "A client that was written for the base is ready for it."
    : isRead
      ? "A client that was written for the base sends it, which is valid."
      : "A client that was written for the base relies on it.";
  return [
    {
      rule: revised.required ? "parameter-became-required" : "parameter-became-optional",
      class: classOfEffect(effect, requests),
      surface: "wire",
      effect,
      direction: requests,
      ...places,
      message: `${name} is ${revised.required ? "required; it was optional" : "optional; it was required"}.`,
      why,
    },
  ];
}

function renamedFindings(places: Places, old: Parameter, revised: Parameter): Finding[] {
  if (old.in !== "path" || old.name === revised.name) return [];
  return [
    {
      rule: "path-parameter-renamed",
      class: "breaking",
      surface: "code",
      details: [old.name, revised.name],
      ...places,
      message: `The path parameter ${writeValue(old.name)} is now named ${writeValue(revised.name)}.`,
      why: "The URL is the same, but generated code names an argument after it.",
    },
  ];
}

function reservedFindings(
  { requests }: Site,
  name: string,
  places: Places,
  old: Parameter,
  revised: Parameter,
): Finding[] {
  if (old.allowReserved === revised.allowReserved) return [];
  const isAdded = revised.allowReserved;
  // Whoever reads percent-encoded text understands it in both cases.
  const isSafe = isAdded === (requests === "request");
  return [
    {
      rule: `parameter-allow-reserved-${isAdded ? "added" : "removed"}` satisfies RuleId,
      class: isSafe ? "non-breaking" : "potentially-breaking",
      surface: "wire",
      effect: isAdded ? "widens" : "narrows",
      direction: requests,
      ...places,
      message: `${name} ${isAdded ? "may have" : "may no longer have"} reserved characters as they are.`,
      why: isSafe
        ? "Encoded characters are understood as before."
        : "Reserved characters as they are may be read as delimiters.",
    },
  ];
}

function emptyFindings(
  { comparison, requests }: Site,
  name: string,
  places: Places,
  old: Parameter,
  revised: Parameter,
): Finding[] {
  const before = comparison.base.fieldOf(old.source, "allowEmptyValue") === true;
  const after = comparison.revision.fieldOf(revised.source, "allowEmptyValue") === true;
  if (before === after) return [];
  const effect = after ? "widens" : "narrows";
  const changeClass = classOfEffect(effect, requests);
  return [
    {
      rule: `parameter-allow-empty-value-${after ? "added" : "removed"}` satisfies RuleId,
      class: changeClass,
      surface: "wire",
      effect,
      direction: requests,
      ...places,
      message: `${name} ${after ? "may" : "may no longer"} be sent without a value.`,
      why:
        changeClass === "breaking"
          ? "Who was written for the base sends or expects otherwise."
          : "What was sent before is understood as before.",
    },
  ];
}
