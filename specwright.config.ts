import { builtInEmitters, defineConfig } from "@specwright/cli";

const code = ["types", "zod", "codec", "server", "client"];
const rest = builtInEmitters(code, { paths: true });
const stream = builtInEmitters(code);
const docs = builtInEmitters(["docs"]);
const bundle = builtInEmitters(["bundle"]);
const feeds = [
  "binance",
  "bitfinex",
  "bitget",
  "bybit",
  "chat",
  "coinbase",
  "deribit",
  "dydx",
  "hyperliquid",
  "kalshi",
  "kraken",
  "okx",
  "polymarket",
];
const sdk = builtInEmitters(["types", "codec", "client"]);

export default defineConfig({
  // Our compiler proves what those of users skip.
  contracts: [
    {
      input: "specs/streams/asyncapi.yaml",
      output: "packages/streams-api/src/gen",
      emitters: stream,
    },
    { input: "specs/streams/asyncapi.yaml", output: "packages/streams-api/docs", emitters: docs },
    {
      input: "specs/streams/asyncapi.yaml",
      output: "packages/streams-api/documents",
      emitters: bundle,
    },
    {
      input: "specs/marketplace/openapi.yaml",
      output: "packages/marketplace-api/src/gen",
      emitters: rest,
    },
    {
      input: "specs/marketplace/openapi.yaml",
      output: "packages/marketplace-api/docs",
      emitters: docs,
    },
    {
      input: "specs/marketplace/openapi.yaml",
      output: "packages/marketplace-api/documents",
      emitters: bundle,
    },
    {
      input: "specs/publisher/openapi.yaml",
      output: "packages/publisher-api/src/gen",
      emitters: rest,
    },
    {
      input: "specs/publisher/openapi.yaml",
      output: "packages/publisher-api/docs",
      emitters: docs,
    },
    {
      input: "specs/publisher/openapi.yaml",
      output: "packages/publisher-api/documents",
      emitters: bundle,
    },
    ...feeds.map((feed) => ({
      input: `examples/feeds/${feed}/asyncapi.yaml`,
      output: `examples/feeds/${feed}/gen`,
      perspective: "consumer" as const,
      decimals: "string" as const,
      emitters: sdk,
    })),
  ].map((contract) => ({ ...contract, typeCheck: true })),
});
