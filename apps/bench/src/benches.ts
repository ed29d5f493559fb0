import type { Bench } from "./bench.ts";
import { adoptBench } from "./benches/adopt.ts";
import { callsBench } from "./benches/calls.ts";
import { codecBench } from "./benches/codec.ts";
import { diffBench } from "./benches/diff.ts";
import { feedsBench } from "./benches/feeds.ts";
import { generateBench } from "./benches/generate.ts";
import { jsonBench } from "./benches/json.ts";
import { logBench } from "./benches/log.ts";
import { marketplaceBench } from "./benches/marketplace.ts";
import { orderBookBench } from "./benches/order-book.ts";
import { publisherBench } from "./benches/publisher.ts";
import { streamsBench } from "./benches/streams.ts";
import { typecheckBench } from "./benches/typecheck.ts";

/** All benchmarks. */
export const benches: readonly Bench[] = [
  generateBench,
  typecheckBench,
  adoptBench,
  diffBench,
  callsBench,
  codecBench,
  jsonBench,
  orderBookBench,
  feedsBench,
  logBench,
  streamsBench,
  marketplaceBench,
  publisherBench,
];
