// The bundle size of the generated codecs of the streams contract, and the length of their source.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bundleOf } from "./bundle-of.ts";

const generated = new URL("../../packages/streams-api/src/gen/", import.meta.url);

const stream = readFileSync(new URL("codec/stream.ts", generated), "utf8");

/** The names of the frames. Each has a codec in both modules. */
const frames = [...stream.matchAll(/^export const (\w+)StreamCodec\b/gm)].map(([, name]) => name);

it("codec/stream.ts has at most 3,000 lines of at most 100 columns", () => {
  const lines = stream.split("\n");
  expect(lines.length).toBeLessThanOrEqual(3_000);
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
});

it("every function of codec/stream.ts names its source in the document", () => {
  const prelude = /^(?:is|isHalf|isByte|endObject|(?:accept|store)(?:Byte|Short|Long)?)$/;
  const unmarked = [...stream.matchAll(/(.*)\n(?:export )?function (\w+)\(/g)]
    .filter(([, above = ""]) => !/@generated from|^ \*\/$/.test(above))
    .map(([, , name = ""]) => name);
  expect(unmarked.filter((name) => !prelude.test(name))).toEqual([]);
});

it("codec/stream.ts is at most 10.5 KB, minified and gzipped", async () => {
  const module = 'export * from "@specwright/streams-api/codec/stream";';
  const { gzipBytes } = await bundleOf(module, ["@specwright/runtime", "../codec.ts"]);
  expect(gzipBytes).toBeLessThanOrEqual(10_500);
});

it("the built runtime declares its scanner as constants, which V8 folds", () => {
  const built = new URL("../../packages/runtime/dist/stream/index.js", import.meta.url);
  const text = readFileSync(built, "utf8");
  expect(text).toMatch(/^const view\d* = sharedView;/m);
  expect(text.match(/^var [\w$]+ = .*/gm) ?? []).toEqual([]);
});

it("the compact codecs of all frames are at most 6 KB, minified and gzipped", async () => {
  const names = frames.map((name) => `${name}Codec`).join(", ");
  const module = `export { ${names} } from "@specwright/streams-api/codec";`;
  const { gzipBytes } = await bundleOf(module, ["@specwright/runtime"]);
  expect(gzipBytes).toBeLessThanOrEqual(6_000);
});

it("a bundle contains only the stream codec that it uses", async () => {
  const module = `import { HeartbeatFrameStreamCodec } from "@specwright/streams-api/codec/stream";
console.log(HeartbeatFrameStreamCodec.decode("{}"));`;
  const { text } = await bundleOf(module);
  expect(text).toContain("interval_sec");
  expect(text).not.toContain("client_order_id");
});
