import type { Message } from "@specwright/contract";
import type { Source } from "@specwright/spec-loader";
import type { Affected } from "../changes/change.ts";
import type { ContractPairing } from "../pairing/pair-channels.ts";
import type { Pair } from "../pairing/pairing.ts";
import { affectedBy, type Flow, flows, trafficOf } from "../pairing/traffic.ts";

/** A message in both contracts, and how channels use the message. */
export interface MessageUses extends Pair<Message> {
  /** Whether an operation sends or receives the message in at least one of the contracts. */
  readonly isUsed: boolean;
  /**
   * The uses of the message that both contracts have. If the direction of the message was reversed, the
   * uses in the revision.
   */
  readonly affects: readonly Affected[];
}

/**
 * Lists the messages of channels that both contracts have. A message that several channels share is listed
 * once, because the document contains the message once.
 */
export function messageUses({ channels }: ContractPairing): MessageUses[] {
  const uses = new Map<string, MessageUses>();
  for (const channel of channels.pairs) {
    for (const pair of channel.messages.pairs) {
      const key = `${placeText(pair.base.source)} ${placeText(pair.revision.source)}`;
      const inBase = (flow: Flow): boolean => trafficOf(channel.base, flow).includes(pair.base);
      const inRevision = (flow: Flow): boolean =>
        trafficOf(channel.revision, flow).includes(pair.revision);
      const inBoth = flows.filter((flow) => inBase(flow) && inRevision(flow));
      // If an operation now sends instead of receives, or the reverse, the message itself may have changed
      // as well.
      const wasReversed = inBoth.length === 0 && flows.some(inBase);
      const reported = wasReversed ? flows.filter(inRevision) : inBoth;
      const affects = reported.map((flow) => affectedBy(channel.revision, pair.revision, flow));
      const flowsInOne = (flow: Flow): boolean => inBase(flow) || inRevision(flow);
      const known = uses.get(key);
      uses.set(key, {
        ...pair,
        ...known,
        isUsed: known?.isUsed === true || flows.some(flowsInOne),
        affects: [...(known?.affects ?? []), ...affects],
      });
    }
  }
  return [...uses.values()];
}

/** Returns a key for the position of a message in a document: the file and the pointer. */
export function placeText({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}
