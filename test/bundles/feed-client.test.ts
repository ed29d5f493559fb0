// The bundle of a generated client of a feed, with the transport for browsers: books, exact
// decimals, reconnects and all, and nothing of Node.

import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const module = `
import { feedTransport } from "@specwright/feed-client";
import { createKrakenClient } from ${JSON.stringify(join(root, "examples/feeds/kraken/gen/client.ts"))};
const feed = createKrakenClient(feedTransport({ url: "wss://ws.kraken.com" })).market();
console.log(feed.book({ symbol: "BTC/USD" }).status);
`;

it("runs in browsers and keeps to its size", async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: module, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    // Modules of Node would be an error.
    platform: "browser",
    target: "es2022",
    nodePaths: [join(root, "node_modules")],
    conditions: ["browser", "@specwright/source"],
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => path.includes("node_modules/ws/"))).toEqual([]);
  const text = outputFiles.map((file) => file.text).join("");
  expect(gzipSync(text, { level: 9 }).byteLength).toBeLessThanOrEqual(52_000);
});
