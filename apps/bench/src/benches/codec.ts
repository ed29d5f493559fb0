// Compares the generated codecs with alternatives: the speed of decoding, encoding and checking
// frames of the streams contract, and the size of the code. Also measures after how many frames the
// time of loading a codec is saved.

import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { installPeer } from "../peers.ts";
import { codecPeers } from "./codec/codec-peers.ts";
import { describeCodecRows } from "./codec/describe-codec-rows.ts";
import { readFlatSchemas } from "./codec/flat-schema.ts";
import { frameTypes, schemaOf } from "./codec/frames.ts";
import type { JobContext } from "./codec/job.ts";
import { measureDecode } from "./codec/measure-decode.ts";
import { measureEncode } from "./codec/measure-encode.ts";
import { measureFused } from "./codec/measure-fused.ts";
import { measureIs } from "./codec/measure-is.ts";
import { measureLoad } from "./codec/measure-load.ts";

/** Measures decoding, encoding, checking, sizes, and the cost of the first frames. */
export const codecBench: Bench = {
  name: "codec",
  description: "CPU time and size of the codecs of stream frames, against parsers and validators",
  run,
  describe: describeCodecRows,
};

const groups = {
  decode: measureDecode,
  encode: measureEncode,
  is: measureIs,
  fused: measureFused,
  load: measureLoad,
};

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const folders = await installPeers(context);
  const job: JobContext = { rounds: context.rounds * 5, root: context.root, folders };
  const rows: BenchRow[] = [];
  for (const [name, measure] of Object.entries(groups)) {
    if (context.only.length > 0 && !context.only.includes(name)) continue;
    rows.push(...(await measure(context, job)));
  }
  return rows;
}

async function installPeers(context: BenchContext): Promise<Readonly<Record<string, string>>> {
  const schemas = await readFlatSchemas(context.root, frameTypes.map(schemaOf));
  const folders: Record<string, string> = {};
  for (const peer of codecPeers) {
    try {
      const folder = await installPeer(context, peer);
      await peer.prepare?.(folder, schemas);
      folders[peer.name] = folder;
    } catch (error) {
      context.log(`${peer.name} does not install: ${String(error).slice(0, 400)}`);
    }
  }
  return folders;
}
