import type { HttpOperation, Parameter } from "@specwright/contract";
import { classOfEffect } from "../changes/class-of-effect.ts";
import type { Finding, Places } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { announcedRemoval, hasEnded, sunsetOf } from "../lifecycle/sunset.ts";
import type { RuleId } from "../rules/rules.ts";
import { compareField } from "./compare-field.ts";
import { type Part, reportAt, type Site } from "./site.ts";

/** Compares the parameters of an operation. They include the parameters of its path. */
export function compareParameters(site: Site, base: HttpOperation, revision: HttpOperation): void {
  const { pairs, removed, added } = matchParameters(base, revision);
  for (const [old, revised] of pairs)
    compareParameter(site, parameterPart(site, old), old, revised);
  for (const old of removed) reportAt(site, parameterPart(site, old), removedFinding(site, old));
  for (const revised of added)
    reportAt(site, parameterPart(site, revised), addedFinding(site, revised));
}

function parameterPart({ requests }: Site, { name, in: location }: Parameter): Part {
  return { part: `${location} parameter ${name}`, direction: requests };
}

function removedFinding({ comparison, requests }: Site, parameter: Parameter): Finding {
  const { name, in: location, required, source } = parameter;
  const sunset = sunsetOf(parameter);
  const announced =
    sunset === undefined ? "" : ` It was deprecated, with the sunset date ${sunset.text}.`;
  const rest = {
    rule: "parameter-removed",
    details: [location, name],
    direction: requests,
    base: source,
    ...(sunset && { sunset: sunset.text }),
    message: `The ${location} parameter ${writeValue(name)} was removed.${announced}`,
  } as const;
  if (hasEnded(parameter, comparison.settings.today)) {
    return { ...rest, surface: "wire", ...announcedRemoval };
  }
  if (requests === "request") {
    const why =
      "Existing clients may send it. The server may ignore it and return something other than they " +
      "asked for, or reject the request.";
    return { ...rest, class: "potentially-breaking", surface: "wire", effect: "unknown", why };
  }
  return required
    ? {
        ...rest,
        class: "breaking",
        surface: "wire",
        effect: "widens",
        why: "Existing clients rely on it.",
      }
    : {
        ...rest,
        class: "breaking",
        surface: "code",
        why: "Clients cannot rely on an optional parameter, but code that reads it no longer compiles.",
      };
}

function addedFinding({ requests }: Site, parameter: Parameter): Finding {
  const { name, in: location, required, source } = parameter;
  const rest = {
    surface: "wire",
    details: [location, name],
    direction: requests,
    revision: source,
  } as const;
  if (!required) {
    return {
      rule: "optional-parameter-added",
      class: "non-breaking",
      ...rest,
      message: `The optional ${location} parameter ${writeValue(name)} was added.`,
      why:
        requests === "request"
          ? "Existing clients do not send it, which is valid."
          : "Existing clients ignore it.",
    };
  }
  return {
    rule: "required-parameter-added",
    class: classOfEffect("narrows", requests),
    ...rest,
    effect: "narrows",
    message: `The required ${location} parameter ${writeValue(name)} was added.`,
    why:
      requests === "request"
        ? "Existing clients do not send it, so the server rejects them."
        : "Existing clients ignore it.",
  };
}

interface MatchedParameters {
  readonly pairs: readonly (readonly [old: Parameter, revised: Parameter])[];
  readonly removed: readonly Parameter[];
  readonly added: readonly Parameter[];
}

/** Matches parameters by location and name. Path parameters are matched by position. */
function matchParameters(base: HttpOperation, revision: HttpOperation): MatchedParameters {
  const after = new Map(revision.parameters.map((each) => [parameterKey(revision, each), each]));
  const pairs: [Parameter, Parameter][] = [];
  const removed: Parameter[] = [];
  for (const old of base.parameters) {
    const key = parameterKey(base, old);
    const revised = after.get(key);
    if (revised === undefined) removed.push(old);
    else pairs.push([old, revised]);
    after.delete(key);
  }
  return { pairs, removed, added: [...after.values()] };
}

function parameterKey({ path }: HttpOperation, { name, in: location }: Parameter): string {
  // Header names are case-insensitive.
  if (location === "header") return `header ${name.toLowerCase()}`;
  if (location !== "path") return `${location} ${name}`;
  const position = [...path.matchAll(/\{([^}]*)\}/g)].findIndex(([, each]) => each === name);
  return `path ${position < 0 ? name : position}`;
}

function compareParameter(site: Site, part: Part, old: Parameter, revised: Parameter): void {
  const name = `The ${old.in} parameter ${writeValue(old.name)}`;
  compareField(site, part, [old, revised], {
    name,
    place: old.in === "path" ? "path parameter" : "parameter",
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
      ? "The server now rejects clients that do not send it."
      : "Existing clients already handle it."
    : isRead
      ? "Existing clients send it, which is still valid."
      : "Existing clients rely on it.";
  return [
    {
      rule: revised.required ? "parameter-became-required" : "parameter-became-optional",
      class: classOfEffect(effect, requests),
      surface: "wire",
      effect,
      direction: requests,
      ...places,
      message: `${name} is now ${revised.required ? "required; it was optional" : "optional; it was required"}.`,
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
  // A server accepts percent-encoded text whether or not `allowReserved` is set.
  const isSafe = isAdded === (requests === "request");
  return [
    {
      rule: `parameter-allow-reserved-${isAdded ? "added" : "removed"}` satisfies RuleId,
      class: isSafe ? "non-breaking" : "potentially-breaking",
      surface: "wire",
      effect: isAdded ? "widens" : "narrows",
      direction: requests,
      ...places,
      message: `${name} ${isAdded ? "may now contain" : "may no longer contain"} unencoded reserved characters.`,
      why: isSafe
        ? "Encoded characters keep their meaning."
        : "Unencoded reserved characters may be read as delimiters.",
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
      message: `${name} ${after ? "may now" : "may no longer"} be sent without a value.`,
      why:
        changeClass === "breaking"
          ? "Existing clients may send or expect an empty value."
          : "Existing clients keep working.",
    },
  ];
}
