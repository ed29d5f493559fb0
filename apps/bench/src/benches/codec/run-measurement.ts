// The main function of a measuring process.

import { type PairedRatio, pairedRatios } from "../../paired-ratio.ts";
import {
  loadCheckedDecode,
  loadCheckedEncode,
  loadCheckedIs,
  loadDecode,
  loadOurCheckedIs,
  type PeerSource,
} from "./candidates.ts";
import { type ColdCurve, measureCold } from "./cold-curve.ts";
import { readFlatSchemas } from "./flat-schema.ts";
import { type FormedFrame, writeFrames } from "./forms.ts";
import { drawFrames, type FrameType, frameTypes, schemaOf } from "./frames.ts";
import type { Job, JobContext } from "./job.ts";
import { type Pair, prepareBook } from "./keep-book.ts";
import { measureImport } from "./measure-import.ts";
import { overInputs } from "./over-inputs.ts";

/** Runs the measurement of a job. Rejects if a candidate is missing or returns wrong results. */
export async function runMeasurement(
  job: Job,
  context: JobContext,
): Promise<PairedRatio | ColdCurve | number> {
  if (job.kind === "import") return measureImport(job.url);
  const schemas = await readFlatSchemas(context.root, frameTypes.map(schemaOf));
  const source = { folders: context.folders, schemas };
  const { rounds } = context;
  switch (job.kind) {
    case "decode":
      return comparePair(await prepareDecode(job, source), rounds);
    case "encode":
      return comparePair(await prepareEncode(job, source), rounds);
    case "is":
      return comparePair(await prepareIs(job, source), rounds);
    case "book":
      return comparePair(await prepareBook(job), rounds);
    case "cold":
      return measureCold(
        () => Promise.all(frameTypes.map((type) => loadDecode(job.candidate, type, source))),
        job.frames,
      );
    default:
      return job satisfies never;
  }
}

async function prepareDecode(
  job: Job & { readonly kind: "decode" },
  source: PeerSource,
): Promise<Pair> {
  const frames = writeFrames(drawFrames(job.frame), job.form);
  const texts = frames.map(({ text }) => text);
  const inputs = job.input === "string" ? texts : texts.map((text) => Buffer.from(text));
  const decode = await loadCheckedDecode(job.candidate, job.frame, frames, inputs, source);
  return {
    baseline: overInputs<string | Uint8Array>("JSON.parse", inputs, parseLossy),
    candidate: overInputs<string | Uint8Array>(job.candidate, inputs, decode),
  };
}

function parseLossy(input: string | Uint8Array): unknown {
  return JSON.parse(typeof input === "string" ? input : input.toString());
}

async function prepareEncode(
  job: Job & { readonly kind: "encode" },
  source: PeerSource,
): Promise<Pair> {
  const { frames, exact, lossy } = drawValues(job.frame);
  const encode = await loadCheckedEncode(job.candidate, job.frame, frames, source);
  return {
    baseline: overInputs("JSON.stringify", lossy, (value) => Buffer.from(JSON.stringify(value))),
    candidate: overInputs(job.candidate, encode.exact ? exact : lossy, encode.run),
  };
}

/**
 * Prepares a pair: our check and the check of a peer. For "peer alone", both are the check of the
 * peer.
 */
async function prepareIs(job: Job & { readonly kind: "is" }, source: PeerSource): Promise<Pair> {
  const { exact, lossy } = drawValues(job.frame);
  const baseline = overInputs(
    job.peer,
    lossy,
    await loadCheckedIs(job.peer, job.frame, lossy, source),
  );
  if (job.alone) return { baseline, candidate: baseline };
  const is = await loadOurCheckedIs(job.frame, exact);
  return { baseline, candidate: overInputs("ours", exact, is) };
}

interface Values {
  readonly frames: readonly FormedFrame[];
  readonly exact: readonly unknown[];
  readonly lossy: readonly unknown[];
}

function drawValues(frame: FrameType): Values {
  const frames = writeFrames(drawFrames(frame), "compact");
  return {
    frames,
    exact: frames.map(({ value }) => value),
    lossy: frames.map(({ text }): unknown => JSON.parse(text)),
  };
}

function comparePair({ baseline, candidate }: Pair, rounds: number): PairedRatio {
  const [result] = pairedRatios(baseline, [candidate], { rounds });
  if (result === undefined) throw new TypeError("Nothing was measured.");
  return result;
}
