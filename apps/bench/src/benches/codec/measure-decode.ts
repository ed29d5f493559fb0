import type { BenchContext, BenchRow } from "../../bench.ts";
import { codecPeers, jsonPeer } from "./codec-peers.ts";
import { meanRow, measurePair, pairRow, relativeRow } from "./codec-row.ts";
import { type Form, forms, formsOf } from "./forms.ts";
import { type FrameType, frameTypes } from "./frames.ts";
import type { JobContext } from "./job.ts";

const baseline = jsonPeer.decoder ?? "";
const ofBytes = "JSON.parse of bytes.toString() (lossy)";
const everyFrame = "all four, geometric mean";
const meanTarget = 0.3;
const compactTarget = 1.4;
const frameTargets: Partial<Record<FrameType, number>> = { book_diff: 0.18, event_update: 0.6 };
const formTarget = 0.85;

/**
 * Measures decoding. Compact texts are decoded by both tiers and every peer. Texts in other forms
 * are decoded by the stream tier.
 */
export async function measureDecode(
  context: BenchContext,
  jobContext: JobContext,
): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  const ours = { frame: "order_update", form: "compact", input: "string" } as const;
  const inputs = [
    { metric: "stream decode, string, ns", input: "string", candidate: "stream", judged: true },
    { metric: "stream decode, bytes, ns", input: "bytes", candidate: "stream", judged: true },
    { metric: "compact decode, string, ns", input: "string", candidate: "compact", judged: false },
  ] as const;
  for (const { metric, judged, ...rest } of inputs) {
    const peer = rest.input === "bytes" ? ofBytes : baseline;
    const own: BenchRow[] = [];
    const others: BenchRow[] = [];
    for (const frame of frameTypes) {
      const pair = await measurePair(context, jobContext, {
        kind: "decode",
        ...ours,
        ...rest,
        frame,
      });
      const target = judged ? (frameTargets[frame] ?? null) : null;
      own.push(pairRow({ case: frame, metric, peer, target }, pair));
      if (metric === inputs[0].metric) {
        others.push(...(await measurePeers(context, jobContext, frame, metric, pair)));
      }
    }
    const target = judged ? meanTarget : compactTarget;
    rows.push(...own, meanRow({ case: everyFrame, metric, peer, target }, own), ...others);
  }
  for (const form of forms.slice(1)) rows.push(...(await measureForm(context, jobContext, form)));
  return rows;
}

/**
 * Returns the target for the comparison with a peer. In some frames, most of the time is spent on
 * long texts, so our codec cannot be much faster.
 */
function peerTarget(peer: string, frame: FrameType): number | null {
  if (peer !== "json-bigint") return null;
  return frame === "event_update" ? 1 / 8 : 1 / 15;
}

async function measurePeers(
  context: BenchContext,
  jobContext: JobContext,
  frame: FrameType,
  metric: string,
  ours: Awaited<ReturnType<typeof measurePair>>,
): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, decoder } of codecPeers) {
    if (decoder === undefined) continue;
    const job = {
      kind: "decode",
      frame,
      form: "compact",
      input: "string",
      candidate: name,
    } as const;
    const pair = await measurePair(context, jobContext, job);
    const names = { case: frame, metric, peer: decoder, target: peerTarget(name, frame) };
    rows.push(relativeRow(names, ours, pair));
  }
  return rows;
}

async function measureForm(
  context: BenchContext,
  jobContext: JobContext,
  form: Form,
): Promise<readonly BenchRow[]> {
  const metric = `stream decode, ${form}, ns`;
  const rows: BenchRow[] = [];
  for (const frame of frameTypes.filter((each) => formsOf(each).includes(form))) {
    const job = { kind: "decode", frame, form, input: "string", candidate: "stream" } as const;
    const pair = await measurePair(context, jobContext, job);
    rows.push(pairRow({ case: frame, metric, peer: baseline, target: formTarget }, pair));
  }
  return rows;
}
