import type { Contract, SecurityScheme } from "@specwright/contract";
import { type JsonValue, memberOf } from "@specwright/spec-loader";
import type { Affected } from "../changes/change.ts";
import type { Finding, Places } from "../changes/finding.ts";
import { canonicalText, writeChange, writeValue } from "../changes/write-value.ts";
import type { Comparison } from "../comparison.ts";
import { docsFindings, extensionFindings } from "../documents/docs-findings.ts";
import type { SecurityRuleId } from "../rules/security-rules.ts";
import { flowFindings } from "./compare-oauth-flows.ts";

/** The security schemes of two contracts, matched by name or by credentials. */
export interface MatchedSchemes {
  readonly pairs: readonly (readonly [old: SecurityScheme, revised: SecurityScheme])[];
  readonly removed: readonly SecurityScheme[];
  readonly added: readonly SecurityScheme[];
  /** Maps the new names of renamed schemes to their old names. */
  readonly baseNames: ReadonlyMap<string, string>;
}

/** Matches schemes by name. Matches the remaining schemes by the credentials that a client sends. */
export function matchSchemes(base: Contract, revision: Contract): MatchedSchemes {
  const before = new Map(base.securitySchemes.map((each) => [each.id, each]));
  const rest = new Set(revision.securitySchemes.filter(({ id }) => !before.has(id)));
  const after = new Map(revision.securitySchemes.map((each) => [each.id, each]));
  const pairs: [SecurityScheme, SecurityScheme][] = [];
  const removed: SecurityScheme[] = [];
  for (const old of base.securitySchemes) {
    const meaning = schemeText(old);
    const revised = after.get(old.id) ?? [...rest].find((each) => schemeText(each) === meaning);
    if (revised === undefined) {
      removed.push(old);
    } else {
      rest.delete(revised);
      pairs.push([old, revised]);
    }
  }
  const renamed = pairs.filter(([old, revised]) => old.id !== revised.id);
  const baseNames = new Map(renamed.map(([old, revised]) => [revised.id, old.id]));
  return { pairs, removed, added: [...rest], baseNames };
}

const annotations: ReadonlySet<string> = new Set(["description", "bearerFormat"]);

function schemeText({ raw }: SecurityScheme): string {
  const fields = Object.entries(raw).filter(
    ([name]) => !annotations.has(name) && !name.startsWith("x-"),
  );
  return canonicalText(Object.fromEntries<JsonValue>(fields));
}

/** Compares the security schemes. `affectedBy` returns the operations that need a scheme of the base. */
export function compareSecuritySchemes(
  comparison: Comparison,
  { pairs, removed, added }: MatchedSchemes,
  affectedBy: (scheme: string) => readonly Affected[],
): void {
  const record = (name: string, finding: Finding, affects: readonly Affected[]): void =>
    comparison.record({ ...finding, subject: { kind: "security-scheme", name }, affects });
  for (const [old, revised] of pairs) {
    const affects = affectedBy(old.id);
    for (const finding of pairFindings(old, revised)) record(old.id, finding, affects);
  }
  for (const { id, source } of removed)
    record(id, schemeFinding(id, "removed", { base: source }), []);
  for (const { id, source } of added)
    record(id, schemeFinding(id, "added", { revision: source }), []);
}

function schemeFinding(id: string, was: "added" | "removed", places: Places): Finding {
  return {
    rule: `security-scheme-${was}`,
    class: "non-breaking",
    surface: "code",
    ...places,
    message: `The security scheme ${writeValue(id)} was ${was}.`,
    why: "It has an effect only where a requirement names it. That is reported as a separate change.",
  };
}

function pairFindings(old: SecurityScheme, revised: SecurityScheme): Finding[] {
  const places = { base: old.source, revision: revised.source };
  const [renamed, docs] = [renamedFinding(old, revised, places), docsOf(old, revised, places)];
  const type = fieldFinding("security-scheme-type-changed", ["type", "scheme"], old, revised, {
    name: "type",
    why: "Existing clients send credentials of the old type.",
  });
  if (type.length > 0) return [...renamed, ...type, ...docs];
  return [
    ...renamed,
    ...fieldFinding("security-scheme-location-changed", ["in", "name"], old, revised, {
      name: "location",
      why: "Existing clients send the key where the server no longer reads it.",
    }),
    ...fieldFinding(
      "security-scheme-url-changed",
      ["openIdConnectUrl", "oauth2MetadataUrl"],
      old,
      revised,
      { name: "URL", why: "Existing clients use the old URL." },
    ),
    ...flowFindings(old, revised),
    ...docs,
  ];
}

function renamedFinding(old: SecurityScheme, revised: SecurityScheme, places: Places): Finding[] {
  if (old.id === revised.id) return [];
  return [
    {
      rule: "security-scheme-renamed",
      class: "breaking",
      surface: "code",
      details: [revised.id],
      ...places,
      message: `The security scheme ${writeValue(old.id)} is now named ${writeValue(revised.id)}.`,
      why: "Clients send the same credentials, but generated code names them after the scheme.",
    },
  ];
}

function docsOf(old: SecurityScheme, revised: SecurityScheme, places: Places): Finding[] {
  const format = docsFindings(places, [
    {
      rule: "description-changed",
      name: `The description of the security scheme ${writeValue(old.id)}`,
      before: old.description,
      after: revised.description,
    },
  ]);
  const [before, after] = [
    memberOf(old.raw, "bearerFormat"),
    memberOf(revised.raw, "bearerFormat"),
  ];
  if (before !== after) {
    format.push({
      rule: "bearer-format-changed",
      class: "docs",
      surface: "docs",
      details: [before ?? null, after ?? null],
      ...places,
      message: `The format of the bearer token ${writeChange(before, after)}.`,
      why: "The format is a hint in the documentation.",
    });
  }
  return [
    ...format,
    ...extensionFindings(places, extensionsOf(old), extensionsOf(revised), new Set()),
  ];
}

function extensionsOf({ raw }: SecurityScheme): ReadonlyMap<string, JsonValue> {
  return new Map(Object.entries(raw).filter(([name]) => name.startsWith("x-")));
}

function fieldFinding(
  rule: SecurityRuleId,
  fields: readonly string[],
  old: SecurityScheme,
  revised: SecurityScheme,
  { name, why }: { readonly name: string; readonly why: string },
): Finding[] {
  const valuesOf = ({ raw }: SecurityScheme): JsonValue =>
    fields.map((field) => {
      const value = memberOf(raw, field) ?? null;
      // The names of HTTP schemes are case-insensitive.
      return field === "scheme" && typeof value === "string" ? value.toLowerCase() : value;
    });
  if (canonicalText(valuesOf(old)) === canonicalText(valuesOf(revised))) return [];
  const write = ({ raw }: SecurityScheme): string =>
    fields
      .map((field) => memberOf(raw, field))
      .filter((value) => typeof value === "string")
      .join(" ");
  return [
    {
      rule,
      class: "breaking",
      surface: "wire",
      effect: "incomparable",
      direction: "request",
      details: [valuesOf(old), valuesOf(revised)],
      base: old.source,
      revision: revised.source,
      message: `The ${name} of the security scheme ${writeValue(old.id)} ${writeChange(write(old), write(revised))}.`,
      why,
    },
  ];
}
