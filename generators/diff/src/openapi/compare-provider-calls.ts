import type { Contract, HttpOperation, SecurityRequirement } from "@specwright/contract";
import { compareSecurity } from "../security/compare-security.ts";
import { matchSchemes } from "../security/match-schemes.ts";
import { renameSchemes } from "../security/requirement-cover.ts";
import { compareServers } from "../servers/compare-servers.ts";
import { reportAt, type Site } from "./site.ts";

/**
 * Compares what a webhook or callback says itself of the credentials that it comes with, and of the
 * servers that it goes to. What the document says holds for the operations that clients call.
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
