import type { Comparison } from "../comparison.ts";
import { compareExtensions } from "../extensions/compare-extensions.ts";
import { compareChannelOperations } from "./compare-channel-operations.ts";
import { compareChannels } from "./compare-channels.ts";
import { compareMessages } from "./compare-messages.ts";
import { pairContracts } from "./pair-channels.ts";

/** Compares the channels, operations and messages of two AsyncAPI contracts. */
export function compareAsyncApi(comparison: Comparison): void {
  const pairing = pairContracts(comparison.base, comparison.revision);
  compareChannels(comparison, pairing);
  compareChannelOperations(comparison, pairing);
  compareMessages(comparison, pairing);
  compareExtensions(comparison, pairing);
}
