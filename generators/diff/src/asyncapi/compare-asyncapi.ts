import type { Comparison } from "../comparison.ts";
import { compareExtensions } from "../extensions/compare-extensions.ts";
import { pairContracts } from "../pairing/pair-channels.ts";
import { matchSchemes } from "../security/match-schemes.ts";
import { compareChannelOperations } from "./compare-channel-operations.ts";
import { compareChannels } from "./compare-channels.ts";
import { compareDocumentSecurity } from "./compare-document-security.ts";
import { compareDocumentServers } from "./compare-document-servers.ts";
import { compareMessages } from "./compare-messages.ts";

/** Compares two AsyncAPI contracts, except for what both kinds of documents have. */
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
