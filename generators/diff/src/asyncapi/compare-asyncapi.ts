import type { ChannelOperation, Contract, SecurityRequirement } from "@specwright/contract";
import type { Affected } from "../changes/change.ts";
import type { Comparison } from "../comparison.ts";
import { compareExtensions } from "../extensions/compare-extensions.ts";
import { type ContractPairing, pairContracts } from "../pairing/pair-channels.ts";
import { affectedFlows, flowName, flowOf } from "../pairing/traffic.ts";
import { compareSecurity, renameSchemes } from "../security/compare-security.ts";
import {
  compareSecuritySchemes,
  type MatchedSchemes,
  matchSchemes,
} from "../security/compare-security-schemes.ts";
import { compareChannelOperations } from "./compare-channel-operations.ts";
import { compareChannels } from "./compare-channels.ts";
import { compareDocumentServers } from "./compare-document-servers.ts";
import { compareMessages } from "./compare-messages.ts";

/** Compares two AsyncAPI contracts, except for the parts that OpenAPI has too. */
export function compareAsyncApi(comparison: Comparison): void {
  const pairing = pairContracts(comparison.base, comparison.revision);
  const schemes = matchSchemes(comparison.base, comparison.revision);
  compareDocumentServers(comparison, schemes.baseNames);
  compareDocumentSecurity(comparison, pairing, schemes);
  compareChannels(comparison, pairing);
  compareChannelOperations(comparison, pairing);
  compareMessages(comparison, pairing);
  compareExtensions(comparison, pairing);
}

function compareDocumentSecurity(
  comparison: Comparison,
  { operations }: ContractPairing,
  schemes: MatchedSchemes,
): void {
  compareSecuritySchemes(comparison, schemes, (id) => affectedBy(comparison.base, id));
  for (const { base: before, revision: after } of operations.pairs) {
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
