import type { Message } from "@specwright/contract";
import type { Source } from "@specwright/spec-loader";
import type { Affected } from "../changes/change.ts";
import type { ContractPairing } from "../pairing/pair-channels.ts";
import type { Pair } from "../pairing/pairing.ts";
import { affectedBy, type Flow, flows, trafficOf } from "../pairing/traffic.ts";

/**
 * A message in both contracts, with every channel that has the message in both contracts, in either
 * direction.
 */
export interface MessageUses extends Pair<Message> {
  /** Whether an operation sends or receives the message in one of the contracts. */
  readonly isUsed: boolean;
  /** The uses of the message in both contracts. If its direction was reversed, its uses in the revision. */
  readonly affects: readonly Affected[];
}

/**
 * Lists the messages of both contracts, each once: a message that several channels share is one
 * message, written at one place.
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
      // If the action of an operation was reversed, the message may have changed as well.
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

/** Returns the same text for messages that are written at the same place. */
export function placeText({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}
