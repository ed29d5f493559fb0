// The bundles of generated stream clients with the browser transport: the size that a page loads first,
// minified and gzipped, with validation. Bundles contain no code that the contract does not use, and no
// Node modules.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { generateInto } from "./generate-into.ts";

const root = resolve(import.meta.dirname, "../..");

/** Reads the document of docs/streams.md and keeps one of its channels. */
async function documentWith(channel: string): Promise<string> {
  const page = await readFile(join(root, "docs/streams.md"), "utf8");
  const [, text = ""] = /^```yaml\n(asyncapi:[\s\S]*?)^```$/m.exec(page) ?? [];
  const { channels, operations, ...rest } = parse(text);
  const own = Object.entries<{ channel: { $ref: string } }>(operations).filter(([, operation]) =>
    operation.channel.$ref.endsWith(`/${channel}`),
  );
  return stringify({
    ...rest,
    channels: { [channel]: channels[channel] },
    operations: Object.fromEntries(own),
  });
}

/** The part of the bundle that a page loads first. */
interface FirstLoad {
  readonly gzipBytes: number;
  readonly sources: readonly string[];
}

async function firstLoadOf(module: string): Promise<FirstLoad> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: module, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    // A Node module would be an error.
    platform: "browser",
    target: "es2022",
    nodePaths: [join(root, "node_modules")],
    conditions: ["browser", "@specwright/source"],
    metafile: true,
    write: false,
    outdir: "bundle",
    logLevel: "silent",
  });
  const first = loadedWith("stdin.js", metafile.outputs);
  const sources = first.flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  const texts = outputFiles.filter(({ path }) => first.some((each) => path.endsWith(each)));
  expect(texts).toHaveLength(first.length);
  const sizes = texts.map(({ contents }) => gzipSync(contents, { level: 9 }).byteLength);
  return { gzipBytes: sizes.reduce((sum, size) => sum + size, 0), sources };
}

/** Returns the files that a page loads first: an entry and its static imports. */
function loadedWith(entry: string, outputs: Metafile["outputs"]): string[] {
  const paths = Object.keys(outputs).filter((path) => path.endsWith(`/${entry}`));
  for (const path of paths) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && !paths.includes(imported)) paths.push(imported);
    }
  }
  return paths;
}

const sampleOf = {
  orders: {
    use: 'client.orders().place({ market: "tulips", price: "1.5", quantity: 1n }).then(console.log);',
    maxBytes: 26_180,
    unused:
      /client\/(?:numbered|topics)|src\/books|runtime\/src\/(?:stream\/|parameters\/path)|upgrade\/(?:write|choose)/,
  },
  tape: {
    use: "client.tape({ query: { since: 1n } }).run((message) => console.log(message));",
    maxBytes: 32_100,
    unused: /client\/(?:numbered|topics)|src\/books|messages\/requests|upgrade\/choose/,
  },
  market: {
    topics: true,
    use: 'console.log(client.market().book({ market: "tulips" }).status);',
    maxBytes: 63_750,
    unused:
      /noble|sign-by-rule|key-bytes|feed-messages|messages\/requests|upgrade\/(?:write|choose)/,
  },
} as const;

describe.each(Object.entries(sampleOf))(
  "the client of %s in docs/streams.md",
  (channel, sample) => {
    it(`has at most ${sample.maxBytes} bytes, and no unused code`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "specwright-bundle-"));
      try {
        await writeFile(join(folder, "asyncapi.yaml"), await documentWith(channel));
        await generateInto(folder, join(folder, "asyncapi.yaml"));
        const topics = "topics" in sample ? "topics, " : "";
        const { gzipBytes, sources } = await firstLoadOf(`
        import { ${topics}streamTransport } from "@specwright/streams/client";
        import { createTulipClient } from ${JSON.stringify(join(folder, "client.ts"))};
        const client = createTulipClient(streamTransport({ ${topics}url: "wss://tulip.example" }));
        ${sample.use}`);
        expect(sources.filter((path) => sample.unused.test(path))).toEqual([]);
        expect(gzipBytes).toBeLessThanOrEqual(sample.maxBytes);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  },
);

it("the client of Kraken has at most 67,670 bytes, and no code that signs", async () => {
  const { gzipBytes, sources } = await firstLoadOf(`
    import { streamTransport, topics } from "@specwright/streams/client";
    import { createKrakenClient } from ${JSON.stringify(join(root, "examples/feeds/kraken/gen/client.ts"))};
    const feed = createKrakenClient(streamTransport({ topics, url: "wss://ws.kraken.com" })).market();
    console.log(feed.book({ symbol: "BTC/USD" }).status);`);
  const unused = /noble|sign-by-rule|key-bytes|feed-messages|messages\/requests/;
  expect(sources.filter((path) => unused.test(path))).toEqual([]);
  expect(gzipBytes).toBeLessThanOrEqual(67_670);
});
