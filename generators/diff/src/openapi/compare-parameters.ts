import type { HttpOperation, Parameter } from "@specwright/contract";
import { classOfEffect } from "../changes/class-of-effect.ts";
import type { Finding } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { sunsetOf } from "../lifecycle/sunset.ts";
import { compareParameter } from "./compare-parameter.ts";
import { matchParameters } from "./match-parameters.ts";
import { type Part, reportAt, type Site } from "./site.ts";

/** Compares the parameters of an operation, those of its path included. */
export function compareParameters(site: Site, base: HttpOperation, revision: HttpOperation): void {
  const { pairs, removed, added } = matchParameters(base, revision);
  for (const [old, revised] of pairs) compareParameter(site, partOf(site, old), old, revised);
  for (const old of removed) reportAt(site, partOf(site, old), removedFinding(site, old));
  for (const revised of added) reportAt(site, partOf(site, revised), addedFinding(site, revised));
}

function partOf({ requests }: Site, { name, in: location }: Parameter): Part {
  return { part: `${location} parameter ${name}`, direction: requests };
}

function removedFinding({ requests }: Site, parameter: Parameter): Finding {
  const { name, in: location, required, source } = parameter;
  const sunset = sunsetOf(parameter);
  const announced =
    sunset === undefined ? "" : ` It was deprecated, with ${sunset.text} as its last day.`;
  const rest = {
    rule: "parameter-removed",
    details: [location, name],
    direction: requests,
    base: source,
    ...(sunset && { sunset: sunset.text }),
    message: `The ${location} parameter ${writeValue(name)} was removed.${announced}`,
  } as const;
  if (requests === "request") {
    const why =
      "A client that was written for the base may send it. The server may ignore it, and then does " +
      "something else than it was asked for, or refuse the request.";
    return { ...rest, class: "potentially-breaking", surface: "wire", effect: "unknown", why };
  }
  return required
    ? {
        ...rest,
        class: "breaking",
        surface: "wire",
        effect: "widens",
        why: "A client relies on it.",
      }
    : {
        ...rest,
        class: "breaking",
        surface: "code",
        why: "It was never sure to be sent, but code that reads it no longer compiles.",
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
          ? "A client that was written for the base does not send it."
          : "A client that was written for the base ignores it.",
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
        ? "A client that was written for the base does not send it and is refused."
        : "A client that was written for the base ignores it.",
  };
}
