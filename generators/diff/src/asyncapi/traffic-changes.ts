import type { ContractPairing } from "../pairing/pair-channels.ts";
import { type Transfer, trafficOf } from "../pairing/traffic.ts";

/** Reports whether a message of the base's operation is still sent on the channel of the revision. */
export function willBeInTraffic(
  { pairOf }: ContractPairing,
  { channel, message, flow }: Transfer,
): boolean {
  const pair = pairOf(channel);
  const revised = pair?.revised.get(message);
  return (
    pair !== undefined && revised !== undefined && trafficOf(pair.revision, flow).includes(revised)
  );
}

/** Reports whether a message of the revision's operation was already sent on the channel of the base. */
export function wasInTraffic(
  { pairOf }: ContractPairing,
  { channel, message, flow }: Transfer,
): boolean {
  const pair = pairOf(channel);
  const original = pair?.original.get(message);
  return (
    pair !== undefined && original !== undefined && trafficOf(pair.base, flow).includes(original)
  );
}
