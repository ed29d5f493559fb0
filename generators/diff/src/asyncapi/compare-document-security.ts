import type { ChannelOperation, Contract, SecurityRequirement } from "@specwright/contract";
import type { Affected } from "../changes/change.ts";
import type { Comparison } from "../comparison.ts";
import { compareSecurity } from "../security/compare-security.ts";
import { compareSecuritySchemes } from "../security/compare-security-schemes.ts";
import { matchSchemes } from "../security/match-schemes.ts";
import { renameSchemes } from "../security/requirement-cover.ts";
import { GatheredChanges } from "./gathered-changes.ts";
import type { ChannelPair, ContractPairing } from "./pair-channels.ts";
import { affectedFlows, flowName, flowOf } from "./traffic.ts";

/** Compares the security schemes, and what servers and operations require. */
export function compareDocumentSecurity(comparison: Comparison, pairing: ContractPairing): void {
  const { base, revision } = comparison;
  const schemes = matchSchemes(base, revision);
  compareSecuritySchemes(comparison, schemes, (id) => affectedBy(base, id));
  const changes = new GatheredChanges();
  for (const pair of pairing.channels.pairs) {
    if (haveSameServers(pair)) compareChannelSecurity(comparison, changes, pair, schemes.baseNames);
  }
  changes.recordAll(comparison);
  for (const { base: before, revision: after } of pairing.operations.pairs) {
    const required = renameSchemes(after.security, schemes.baseNames);
    const places = { base: before.source, revision: after.source };
    for (const finding of compareSecurity(places, before.security, required)) {
      comparison.record({
        ...finding,
        subject: { kind: "operation", name: after.id, path: "security" },
        affects: [affectedOperation(after)],
      });
    }
  }
}

/** A channel requires what its servers do. That it left a server is a change of its own. */
function haveSameServers({ base, revision }: ChannelPair): boolean {
  return base.servers.length === revision.servers.length;
}

function compareChannelSecurity(
  comparison: Comparison,
  changes: GatheredChanges,
  { base, revision }: ChannelPair,
  baseNames: ReadonlyMap<string, string>,
): void {
  const places = { base: serversOf(comparison.base), revision: serversOf(comparison.revision) };
  const required = renameSchemes(revision.security, baseNames);
  for (const finding of compareSecurity(places, base.security, required)) {
    changes.add({
      ...finding,
      subject: {
        kind: "document",
        name: comparison.revision.info.title,
        path: "servers: security",
      },
      affects: affectedFlows(revision, "security").map((each) => ({
        ...each,
        direction: "request",
      })),
    });
  }
}

function serversOf({ file }: Contract): { readonly file: string; readonly pointer: string } {
  return { file, pointer: "/servers" };
}

function affectedBy({ channels, channelOperations }: Contract, scheme: string): Affected[] {
  const needs = (security: readonly SecurityRequirement[]) =>
    security.some((each) => each.has(scheme));
  return [
    ...channels
      .filter(({ security }) => needs(security))
      .flatMap((channel) => affectedFlows(channel, "security")),
    ...channelOperations.filter(({ security }) => needs(security)).map(affectedOperation),
  ].map((each) => ({ ...each, direction: "request" }));
}

function affectedOperation(operation: ChannelOperation): Affected {
  const { channel } = operation;
  return {
    operation: flowName(channel, flowOf(operation)),
    part: "security",
    direction: "request",
  };
}
