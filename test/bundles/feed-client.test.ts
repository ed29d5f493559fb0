// The bundle of a generated client of a feed, with the transport for browsers: books, exact
// decimals, reconnects, parameters and credentials of the upgrade, and nothing of Node. What signs is a
// part of its own that is loaded when a feed has credentials.

import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const module = `
import { streamTransport, topics } from "@specwright/streams/client";
import { createKrakenClient } from ${JSON.stringify(join(root, "examples/feeds/kraken/gen/client.ts"))};
const feed = createKrakenClient(streamTransport({ topics, url: "wss://ws.kraken.com" })).market();
console.log(feed.book({ symbol: "BTC/USD" }).status);
`;

it("runs in browsers and keeps to its size", async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: module, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    // Modules of Node would be an error.
    platform: "browser",
    target: "es2022",
    nodePaths: [join(root, "node_modules")],
    conditions: ["browser", "@specwright/source"],
    metafile: true,
    write: false,
    outdir: "bundle",
    logLevel: "silent",
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => path.includes("node_modules/ws/"))).toEqual([]);

  const first = loadedWith("stdin.js", metafile.outputs);
  const sources = first.flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  const unused = /noble|sign-by-rule|key-bytes|feed-messages|messages\/requests/;
  expect(sources.filter((path) => unused.test(path))).toEqual([]);
  const texts = outputFiles.filter(({ path }) => first.some((each) => path.endsWith(each)));
  expect(texts).toHaveLength(first.length);
  const sizes = texts.map(({ contents }) => gzipSync(contents, { level: 9 }).byteLength);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(70_500);
});

/** Returns the files that a page loads at once: an entry and what it imports, but not on demand. */
function loadedWith(entry: string, outputs: Metafile["outputs"]): string[] {
  const paths = Object.keys(outputs).filter((path) => path.endsWith(`/${entry}`));
  for (const path of paths) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && !paths.includes(imported)) paths.push(imported);
    }
  }
  return paths;
}
