import { type Clock, systemClock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { type OpenSocket, openWebSocket } from "@specwright/streams/client";
import {
  type FeedPlan,
  fetchOperation,
  planFeed,
  type TopicKind,
} from "@specwright/streams/client/protocol";
import type { ClauseOutcome } from "../checks/clause.ts";
import type { ConformanceReport } from "../checks/conformance-report.ts";
import { isSelected } from "../clauses/clauses.ts";
import { ConformanceError } from "../stimulus/conformance-error.ts";
import { ClauseLedger } from "./clause-ledger.ts";
import { listFeedClauses } from "./list-feed-clauses.ts";
import { runPhases } from "./run-phases.ts";
import { chooseTopics, type FeedTopicChoice } from "./topic-choice.ts";

/** Options of `runFeedConformance`. */
export interface FeedConformanceOptions {
  /** The channel of the contract, with its codecs, as generated code or `loadChannels` has it. */
  readonly channel: ChannelDescriptor;
  /** The address of the server; the address of the channel is appended to it. */
  readonly url: string;
  /** The topics to subscribe to, such as `book symbol=BTC/USD`. Default: the examples. */
  readonly topics?: readonly string[];
  /** Topics that the contract names as examples. Default: those that need no parameters. */
  readonly examples?: readonly FeedTopicChoice[];
  /** How long topics are observed, in seconds. Default 30. */
  readonly seconds?: number;
  /** Headers of the upgrade, such as credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The servers of operations that return snapshots, by those of the contract. */
  readonly servers?: Readonly<Record<string, string>>;
  /** How long to wait for an answer or a snapshot, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Ids of clauses or of their beginnings, such as `x-sequence`. Default: all. */
  readonly only?: readonly string[];
  readonly clock?: Clock;
  readonly openSocket?: OpenSocket;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Judges a server by the feed that a contract describes: subscribes to topics, observes every frame,
 * compares books with fresh snapshots, sends a wrong request, and unsubscribes.
 *
 * @throws ConformanceError `bad_usage` if the contract has no feed, topics are wrong, or the server
 * cannot be reached or refuses the topics.
 *
 * @example
 * ```ts
 * const report = await runFeedConformance({
 *   channel: market,
 *   url: "wss://stream.example.com",
 *   topics: ["book symbol=BTC/USD"],
 * });
 * console.log(report.counts);
 * ```
 */
export async function runFeedConformance(
  options: FeedConformanceOptions,
): Promise<ConformanceReport> {
  const { channel, clock = systemClock, openSocket = openWebSocket, headers = {} } = options;
  const { seconds = 30, servers = {}, timeoutMs = 10_000, only = [] } = options;
  const { fetch = globalThis.fetch } = options;
  const { feed } = channel;
  if (feed === undefined) {
    throw new ConformanceError("bad_usage", `the channel ${channel.id} has no topics`);
  }
  const plan = planFeed(feed, channel);
  const topics = chooseTopics(plan, options.topics ?? [], options.examples ?? []);
  const clauses = listFeedClauses(channel, feed);
  if (!clauses.some(({ id }) => isSelected(id, only))) {
    throw new ConformanceError("bad_usage", `no clause is called ${only.join(", ")}`);
  }
  const ledger = new ClauseLedger(clauses);
  const startedMs = clock.elapsed();
  const url = new URL(options.url.replace(/\/$/, "") + channel.address);
  const unfinished = await runPhases({
    plan,
    ledger,
    clock,
    openSocket,
    url,
    headers,
    decoders: decodersOf(channel),
    topics,
    observeMs: seconds * 1000,
    timeoutMs,
    fetch: async ({ topic }) => {
      const { operation } = topic.kind.snapshot ?? {};
      if (operation === undefined) throw new TypeError(`${topic.name} has no operation`);
      return fetchOperation(fetch, servers, operation, topic.parameters, timeoutMs);
    },
  });
  const durationMs = clock.elapsed() - startedMs;
  const results = ledger.results().filter(({ id }) => isSelected(id, only));
  const count = (outcome: ClauseOutcome): number =>
    results.filter((result) => result.outcome === outcome).length;
  const counts = { pass: count("pass"), fail: count("fail"), "not run": count("not run") };
  const advice = adviceFor(counts, plan, topics);
  return {
    url: url.href,
    results,
    counts,
    advice:
      unfinished === undefined
        ? advice
        : [
            `Run it again: nothing could be judged after the connection ended, as ${unfinished}.`,
            ...advice,
          ],
    ...(unfinished !== undefined && { unfinished }),
    durationMs,
  };
}

function decodersOf({
  serverMessages,
  clientMessages,
}: ChannelDescriptor): ReadonlyMap<string, (frame: Uint8Array) => unknown> {
  // Documents are written from either side; which messages the server sends is what the feed says.
  return new Map(
    [...clientMessages, ...serverMessages].map(({ id, codec }) => [
      id,
      (frame: Uint8Array) => codec.decode(frame),
    ]),
  );
}

function adviceFor(
  counts: Readonly<Record<ClauseOutcome, number>>,
  { kinds }: FeedPlan,
  topics: readonly { readonly kind: TopicKind }[],
): readonly string[] {
  const others = [...kinds.values()].filter(
    (kind) => kind.rule.private !== true && !topics.some((topic) => topic.kind === kind),
  );
  return [
    ...(counts.fail > 0
      ? ["Mend what failed: each clause names its sentence of the contract."]
      : []),
    ...others.map(({ name, rule }) => {
      const parameters = Object.keys(rule.parameters).map((parameter) => ` ${parameter}=…`);
      return `Judge the topic ${name} as well: --topic '${name}${parameters.join("")}'.`;
    }),
    ...(counts["not run"] > 0
      ? ["Observe for longer, for clauses that were not run: --seconds NUMBER."]
      : []),
  ];
}
