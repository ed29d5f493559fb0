import type { Contract, HttpOperation, SecurityRequirement } from "@specwright/contract";
import type { Finding } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { compareSecurity, renameSchemes } from "../security/compare-security.ts";
import { matchSchemes } from "../security/compare-security-schemes.ts";
import { compareServers } from "../servers/compare-servers.ts";
import { matchOperations } from "./match-operations.ts";
import { reportAt, responsesOf, type Site } from "./site.ts";

/** Compares two operations that have the same method and path. */
type OperationComparer = (site: Site, old: HttpOperation, revised: HttpOperation) => void;

/** Compares the callbacks of an operation. The provider sends the requests of callbacks. */
export function compareCallbacks(
  site: Site,
  base: HttpOperation,
  revision: HttpOperation,
  compareOperation: OperationComparer,
): void {
  for (const name of new Set([...base.callbacks.keys(), ...revision.callbacks.keys()])) {
    const before = base.callbacks.get(name) ?? [];
    const { pairs, removed, added } = matchOperations(before, revision.callbacks.get(name) ?? []);
    const inside = {
      ...site,
      prefix: `${site.prefix}callback ${name} `,
      requests: responsesOf(site),
    };
    for (const [old, revised] of pairs) {
      const own = { ...inside, sources: [...site.sources] };
      compareOperation(own, old, revised);
      compareProviderCalls(own, old, revised);
    }
    for (const old of removed) reportAt(inside, undefined, callbackFinding(name, old, "removed"));
    for (const revised of added)
      reportAt(inside, undefined, callbackFinding(name, revised, "added"));
  }
}

function callbackFinding(
  name: string,
  operation: HttpOperation,
  was: "added" | "removed",
): Finding {
  const { method, path, source } = operation;
  const isRemoved = was === "removed";
  return {
    rule: `callback-${was}`,
    class: isRemoved ? "breaking" : "non-breaking",
    surface: "wire",
    details: [name, method, path],
    ...(isRemoved ? { base: source } : { revision: source }),
    message: `The callback ${writeValue(name)} (\`${method.toUpperCase()} ${path}\`) was ${was}.`,
    why: isRemoved
      ? "Existing clients wait for its requests."
      : "Existing clients do not ask for it, or ignore it.",
  };
}

/**
 * Compares the security and the servers that a webhook or callback declares. The security and the servers
 * of the document do not apply here: they are only for operations that clients call.
 */
export function compareProviderCalls(site: Site, old: HttpOperation, revised: HttpOperation): void {
  const { base, revision } = site.comparison;
  const part = { part: "security", direction: site.requests };
  const places = { base: old.source, revision: revised.source };
  const after = ownSecurity(revision, revised);
  const renamed =
    after.length === 0 ? after : renameSchemes(after, matchSchemes(base, revision).baseNames);
  const options = { sender: site.requests === "response" ? "provider" : "client" } as const;
  for (const finding of compareSecurity(places, ownSecurity(base, old), renamed, options)) {
    reportAt(site, part, finding);
  }
  for (const { server, ...finding } of compareServers(old.servers, revised.servers)) {
    reportAt(site, { part: `server ${server}`, direction: site.requests }, finding);
  }
}

function ownSecurity(
  contract: Contract,
  { source, security }: HttpOperation,
): readonly SecurityRequirement[] {
  return contract.fieldOf(source, "security") === undefined ? [] : security;
}
