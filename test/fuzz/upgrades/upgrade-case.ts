// Generates upgrades that are signed by a party and then edited in up to three ways.

import { mutateBytes } from "../generate/mutate-bytes.ts";
import type { Random } from "../generate/random.ts";
import { headerEdits } from "./odd-headers.ts";
import { drawTarget, type Effect } from "./odd-target.ts";
import { type Party, parties } from "./parties.ts";
import { requestBytes, signedRequest } from "./wire-request.ts";

/** An upgrade to send, and its allowed results. */
export interface UpgradeCase {
  readonly kind: "upgrade";
  readonly party: Party;
  readonly target: string;
  /** The bytes of each write. */
  readonly writes: readonly Uint8Array[];
  readonly effect: Effect;
}

/** Outside and inside of the 300 s that clocks may differ by. */
const offTimes = [-301_000, 301_000, -86_400_000, 31_536_000_000, -290_000, 290_000] as const;

/** Generates an upgrade. */
export function drawUpgrade(random: Random, nowMs: number): UpgradeCase {
  const party = random.pick(parties);
  const { target, effect: targetEffect } = drawTarget(random);
  const effects: Effect[] = [targetEffect];
  let offMs = random.below(20_000) - 10_000;
  if (random.chance(6)) {
    offMs = random.pick(offTimes);
    effects.push(Math.abs(offMs) > 300_000 ? "breaks" : "keeps");
  }
  let request = signedRequest(party, target, nowMs + offMs);
  for (let edits = random.pick([0, 0, 1, 1, 1, 2, 3]); edits > 0; edits -= 1) {
    const edit = random.pick(headerEdits);
    request = edit.change(request, random);
    effects.push(edit.effect);
  }
  let bytes: Uint8Array = requestBytes(request);
  if (random.chance(12)) {
    for (let edits = 1 + random.below(3); edits > 0; edits -= 1) bytes = mutateBytes(bytes, random);
    if (random.chance(20)) bytes = bytes.subarray(0, random.below(bytes.length));
    effects.push("unsure");
  }
  return {
    kind: "upgrade",
    party,
    target,
    writes: split(bytes, random),
    effect: joined(effects),
  };
}

function joined(effects: readonly Effect[]): Effect {
  // An edit with an unsure effect may undo one that breaks the request.
  if (effects.includes("unsure")) return "unsure";
  return effects.includes("breaks") ? "breaks" : "keeps";
}

function split(bytes: Uint8Array, random: Random): readonly Uint8Array[] {
  if (random.chance(90) || bytes.length < 2) return [bytes];
  const at = 1 + random.below(bytes.length - 1);
  return [bytes.subarray(0, at), bytes.subarray(at)];
}
