// Determines the latency and the faults of requests to a mock. The same seed produces the same sequence.

import { seededChoices } from "@specwright/schemas";
import { type FaultKind, usualFaults } from "./fault-kinds.ts";

/** The latency and the faults of a mock. */
export interface DisruptionOptions {
  /** The seed of the random choices. Default 0. */
  readonly seed?: number | undefined;
  /** The range of the delay before each response, in milliseconds. Default: no delay. */
  readonly latency?: readonly [least: number, most: number] | undefined;
  /** The share of requests that fail, from 0 to 1. Default 0. */
  readonly faults?: number | undefined;
  /** The kinds of faults, all with the same probability. Default: `usualFaults`. */
  readonly faultKinds?: readonly FaultKind[] | undefined;
}

/** The delay and the fault of one request. */
export interface Disruption {
  readonly delayMs: number;
  readonly fault?: FaultKind;
  /**
   * If the fault is a reset: how many messages a channel sends before the connection is reset, from 1 to
   * 10.
   */
  readonly messages: number;
}

/** Returns the disruption of the next request. */
export type NextDisruption = () => Disruption;

const PARTS = 1_000_000;
const MOST_MESSAGES = 10;

/**
 * Creates the sequence of disruptions for a run. The latency and the fault kinds do not affect which
 * requests fail.
 */
export function createDisruptions({
  seed = 0,
  latency: [least, most] = [0, 0],
  faults = 0,
  faultKinds = usualFaults,
}: DisruptionOptions): NextDisruption {
  const delays = seededChoices(seed, "latency");
  const failures = seededChoices(seed, "faults");
  const kinds = seededChoices(seed, "fault kinds");
  const lengths = seededChoices(seed, "messages");
  return () => {
    const delayMs = least + delays.below(most - least + 1);
    const messages = 1 + lengths.below(MOST_MESSAGES);
    if (failures.below(PARTS) >= faults * PARTS) return { delayMs, messages };
    const fault = kinds.pick(faultKinds);
    return { delayMs, messages, ...(fault !== undefined && { fault }) };
  };
}

/** Describes the disruptions in a sentence. Returns an empty text if there are no disruptions. */
export function describeDisruptions({
  seed = 0,
  latency,
  faults = 0,
  faultKinds = usualFaults,
}: DisruptionOptions): string {
  const [least, most] = latency ?? [0, 0];
  const time = most === 0 ? "" : least === most ? `${least} ms` : `${least} to ${most} ms`;
  const parts = [
    ...(time === "" ? [] : [`answers take ${time}`]),
    ...(faults === 0
      ? []
      : [`${Number((faults * 100).toFixed(4))}% of requests fail with ${faultKinds.join(", ")}`]),
  ];
  if (parts.length === 0) return "";
  const sentence = `${parts.join(", ")} (seed ${seed}).`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
