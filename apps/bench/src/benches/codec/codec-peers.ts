import type { CodecPeer } from "./codec-peer.ts";
import { ajvPeer } from "./peers/ajv-peer.ts";
import { fastJsonStringifyPeer } from "./peers/fast-json-stringify-peer.ts";
import { earlierTypeboxPeer, typeboxPeer } from "./peers/typebox-peers.ts";
import { typiaPeer } from "./peers/typia-peer.ts";
import { jsonBigintPeer, jsonCustomNumbersPeer, zodPeer } from "./peers/zod-peers.ts";

/** The peers of the `codec` benchmark. */
export const codecPeers: readonly CodecPeer[] = [
  ajvPeer,
  earlierTypeboxPeer,
  typeboxPeer,
  typiaPeer,
  zodPeer,
  jsonBigintPeer,
  jsonCustomNumbersPeer,
  fastJsonStringifyPeer,
];

/** The baseline of decoding and encoding, which checks nothing and rounds int64 values. */
export const jsonPeer: CodecPeer = {
  name: "JSON.stringify",
  decoder: "JSON.parse (lossy)",
  dependencies: {},
  load: async () => ({
    decode: (text) => JSON.parse(text),
    encodeBytes: (value) => Buffer.from(JSON.stringify(value)),
  }),
};
