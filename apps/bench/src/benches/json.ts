// Measures whether each of our JSON readers is worth keeping. The peer does the same work with the
// exact reader of the runtime, or with the usual library.

import { parseJson } from "@specwright/runtime";
import { DecimalColumns, levelShape, scanLevels } from "@specwright/streams/books";
import { FrameScanner } from "@specwright/streams/client/protocol";
import { BookDiffFrameStreamCodec } from "@specwright/streams-api/codec/stream";
import { parseDocument } from "yaml";
import { parseJson as parseLocated } from "../../../../generators/spec-loader/src/text/parse-json.ts";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { type Candidate, pairedRatios } from "../paired-ratio.ts";
import { writeFrames } from "./codec/forms.ts";
import { drawFrames } from "./codec/frames.ts";

/** Compares the readers of JSON with `parseJson`. */
export const jsonBench: Bench = {
  name: "json",
  description: "CPU time of each reader of JSON, against the same job by another",
  run,
};

interface Comparison {
  readonly case: string;
  readonly peer: string;
  /**
   * The maximum ratio with which the reader is worth keeping; null if the reader does more than its
   * peer.
   */
  readonly target: number | null;
  readonly ours: () => unknown;
  readonly theirs: () => unknown;
}

function comparisons(): readonly Comparison[] {
  const encoder = new TextEncoder();
  const [frame] = writeFrames(drawFrames("book_diff", 1), "compact");
  if (frame === undefined) throw new Error("No frame was drawn.");
  const bytes = encoder.encode(frame.text);
  const venueText = JSON.stringify({
    channel: "book",
    data: [
      {
        symbol: "BTC/USD",
        bids: Array.from({ length: 10 }, (_, at) => [`${60_000 - at}.1`, "0.25"]),
        checksum: 974_942_666,
        timestamp: "2026-01-01T00:00:00.000000Z",
      },
    ],
  });
  const venue = encoder.encode(venueText);
  const scanner = new FrameScanner(["/channel", "/data/0/symbol", "/data/0/checksum"], []);
  const levelText = JSON.stringify(Array.from({ length: 100 }, (_, at) => [`${at}.61`, "250"]));
  const levels = encoder.encode(levelText);
  const shape = levelShape({ form: "tuple", price: 0, quantity: 1 });
  const columns = new DecimalColumns();
  const listing = JSON.stringify({
    data: Array.from({ length: 40 }, (_, id) => ({ id, title: "x" })),
  });
  const limits = { maxDepth: 500, maxAliasedValues: 1_000_000 };
  const document = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [
        `/items${at}`,
        { get: { operationId: `get${at}`, responses: { 204: { description: "Done." } } } },
      ]),
    ),
  });
  return [
    {
      case: "parseJson: a list of 40 items",
      peer: "JSON.parse",
      target: null,
      ours: () => parseJson(listing),
      theirs: () => JSON.parse(listing),
    },
    {
      case: "stream codec: a book frame, checked",
      peer: "parseJson, not checked",
      target: 1,
      ours: () => BookDiffFrameStreamCodec.decode(bytes),
      theirs: () => parseJson(bytes),
    },
    {
      case: "feed scanner: three values of a book frame",
      peer: "parseJson",
      target: 1,
      ours: () => scanner.scan(venue),
      theirs: () => parseJson(venue),
    },
    {
      case: "level scanner: 100 levels into columns",
      peer: "parseJson, without columns",
      target: 1,
      ours: () => scanLevels(levels, 0, shape, columns),
      theirs: () => parseJson(levels),
    },
    {
      case: "spec loader: a document with positions",
      peer: "yaml",
      target: 1,
      ours: () => parseLocated(document, limits),
      theirs: () => parseDocument(document),
    },
  ];
}

async function run({ rounds, log }: BenchContext): Promise<readonly BenchRow[]> {
  return comparisons().map(({ case: name, peer, target, ours, theirs }) => {
    log(name);
    const candidate = (run: () => unknown): Candidate => ({ name, operations: 1, run });
    const [pair] = pairedRatios(candidate(theirs), [candidate(ours)], { rounds: rounds * 5 });
    const ratio = pair?.ratio ?? null;
    return {
      bench: "json",
      case: name,
      peer,
      metric: "cpu ns",
      value: pair?.cpuNs ?? null,
      peerValue: pair?.baselineCpuNs ?? null,
      ratio,
      target,
      holds: target === null || ratio === null ? null : ratio <= target,
      ...(pair && { quartiles: pair.quartiles }),
    };
  });
}
