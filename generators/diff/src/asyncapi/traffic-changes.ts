import type { ContractPairing } from "../pairing/pair-channels.ts";
import { type Transfer, trafficOf } from "../pairing/traffic.ts";

/**
 * Reports whether the channel of the revision still carries a message of an operation of the base, in the
 * same direction.
 */
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

/**
 * Reports whether the channel of the base already carried a message of an operation of the revision, in the
 * same direction.
 */
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
