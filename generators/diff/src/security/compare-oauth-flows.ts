import type { SecurityScheme } from "@specwright/contract";
import { isJsonObject, type JsonObject, memberOf } from "@specwright/spec-loader";
import type { Finding, Places } from "../changes/finding.ts";
import { writeChange, writeValue } from "../changes/write-value.ts";

/** Compares the flows of OAuth 2 and their scopes. */
export function flowFindings(old: SecurityScheme, revised: SecurityScheme): Finding[] {
  const [before, after] = [objectAt(old.raw, "flows"), objectAt(revised.raw, "flows")];
  const places = { base: old.source, revision: revised.source };
  const kinds = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...kinds]
    .filter((kind) => !kind.startsWith("x-"))
    .flatMap((kind) => {
      const [flow, revisedFlow] = [memberOf(before, kind), memberOf(after, kind)];
      if (!isJsonObject(flow) && !isJsonObject(revisedFlow)) return [];
      if (!isJsonObject(flow)) return [flowFinding(kind, "added", { revision: revised.source })];
      if (!isJsonObject(revisedFlow)) return [flowFinding(kind, "removed", { base: old.source })];
      return [
        ...urlFindings(kind, places, flow, revisedFlow),
        ...scopeFindings(kind, places, flow, revisedFlow),
      ];
    });
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = memberOf(object, key);
  return isJsonObject(value) ? value : {};
}

function flowFinding(kind: string, was: "added" | "removed", places: Places): Finding {
  const isRemoved = was === "removed";
  return {
    rule: `oauth-flow-${was}`,
    class: isRemoved ? "breaking" : "non-breaking",
    surface: "wire",
    details: [kind],
    ...places,
    message: `The OAuth flow ${writeValue(kind)} was ${was}.`,
    why: isRemoved
      ? "Existing clients may use this flow to get tokens."
      : "Existing clients keep using their flows.",
  };
}

const urls = [
  ["authorizationUrl", "oauth-authorization-url-changed", "authorization URL"],
  ["deviceAuthorizationUrl", "oauth-authorization-url-changed", "device authorization URL"],
  ["tokenUrl", "oauth-token-url-changed", "token URL"],
  ["refreshUrl", "oauth-token-url-changed", "refresh URL"],
] as const;

function urlFindings(
  kind: string,
  places: Places,
  old: JsonObject,
  revised: JsonObject,
): Finding[] {
  return urls.flatMap(([field, rule, name]) => {
    const [before, after] = [memberOf(old, field), memberOf(revised, field)];
    if (before === after) return [];
    const isNew = before === undefined;
    return {
      rule,
      class: isNew ? "non-breaking" : "breaking",
      surface: "wire",
      details: [kind, field, before ?? null, after ?? null],
      ...places,
      message: `The ${name} of the OAuth flow ${writeValue(kind)} ${writeChange(before, after)}.`,
      why: isNew
        ? "Existing clients keep working without it."
        : "Existing clients may use the old URL.",
    } satisfies Finding;
  });
}

function scopeFindings(
  kind: string,
  places: Places,
  old: JsonObject,
  revised: JsonObject,
): Finding[] {
  const [before, after] = [objectAt(old, "scopes"), objectAt(revised, "scopes")];
  const scopes = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...scopes].flatMap((scope) => {
    const [description, revisedDescription] = [memberOf(before, scope), memberOf(after, scope)];
    if (description === revisedDescription) return [];
    const name = `scope ${writeValue(scope)} of the OAuth flow ${writeValue(kind)}`;
    const rest = { details: [kind, scope], ...places };
    if (description === undefined) return [scopeAdded(name, rest)];
    if (revisedDescription === undefined) return [scopeRemoved(name, rest)];
    return {
      rule: "oauth-scope-changed",
      class: "docs",
      surface: "docs",
      ...rest,
      details: [kind, scope, description, revisedDescription],
      message: `The description of the ${name} changed.`,
      why: "Only the documentation changes.",
    } satisfies Finding;
  });
}

function scopeAdded(name: string, rest: Pick<Finding, "details" | "base" | "revision">): Finding {
  return {
    rule: "oauth-scope-added",
    class: "non-breaking",
    surface: "wire",
    ...rest,
    message: `The ${name} was added.`,
    why: "Tokens can have the scope now. If an operation requires it, that is reported as a change of the operation.",
  };
}

function scopeRemoved(name: string, rest: Pick<Finding, "details" | "base" | "revision">): Finding {
  return {
    rule: "oauth-scope-removed",
    class: "breaking",
    surface: "wire",
    ...rest,
    message: `The ${name} was removed.`,
    why: "The server gives no token to clients that request the scope.",
  };
}
