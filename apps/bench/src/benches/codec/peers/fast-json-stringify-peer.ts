import { type CodecPeer, importFrom } from "../codec-peer.ts";

interface FastJsonStringify {
  readonly default: (schema: object) => (value: unknown) => string;
}

/** fast-json-stringify. It writes all digits of bigints and checks nothing. */
export const fastJsonStringifyPeer: CodecPeer = {
  name: "fast-json-stringify",
  dependencies: { "fast-json-stringify": "7.3.6" },
  load: async (folder, schema) => {
    const build = (await importFrom(folder, "fast-json-stringify")) as FastJsonStringify;
    const stringify = build.default(schema);
    return { encodeBytes: (value) => Buffer.from(stringify(value)), encodesExact: true };
  },
};
