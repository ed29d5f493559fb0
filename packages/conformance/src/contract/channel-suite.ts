// The suite of a channel: the clauses that follow from its contract.

import { type Clock, systemClock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { type OpenSocket, openWebSocket } from "@specwright/streams/client";
import { type FeedPlan, fetchOperation, planFeed } from "@specwright/streams/client/protocol";
import type { RunOptions, Suite } from "../report/conformance-report.ts";
import { channelAddress } from "./channel-address.ts";
import { ClauseLedger } from "./clause-ledger.ts";
import { describeFeed } from "./describe-feed.ts";
import { listClauses } from "./list-clauses.ts";
import { runPhases } from "./run-phases.ts";
import { SentMessages } from "./sent-messages.ts";
import { type ChosenTopic, chooseTopics, type FeedTopicChoice } from "./topic-choice.ts";

/** Options for judging a server by the contract of a channel. */
export interface ChannelOptions extends RunOptions {
  /** The channel of the contract, with its codecs. It comes from generated code or from `loadChannels`. */
  readonly channel: ChannelDescriptor;
  /** The address of the server; the address of the channel is appended to it. */
  readonly url: string;
  /** The values of the channel's parameters, as texts. */
  readonly parameters?: Readonly<Record<string, string>>;
  /**
   * Messages for the kit to send, as JSON values. The kit adds the id of a request, and judges the answer.
   * Default: none, because a request may have an effect.
   */
  readonly send?: readonly unknown[];
  /** The topics to subscribe to, such as `book symbol=BTC/USD`. Default: the examples. */
  readonly topics?: readonly string[];
  /** Topics that the contract names as examples. Default: the topics that need no parameters. */
  readonly examples?: readonly FeedTopicChoice[];
  /** How long the channel is observed, in seconds. Default 30. */
  readonly seconds?: number;
  /** Headers of the upgrade, such as credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replacement servers for the operations that return snapshots, by the server's URL in the contract. */
  readonly servers?: Readonly<Record<string, string>>;
  /** How long to wait for an answer or a snapshot, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  readonly openSocket?: OpenSocket;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Returns the suite of a channel.
 *
 * @throws ConformanceError `bad_usage` if topics, parameters or messages do not fit the contract.
 */
export function channelSuite(options: ChannelOptions): Suite {
  const { channel, clock = systemClock, openSocket = openWebSocket, servers = {} } = options;
  const { seconds = 30, timeoutMs = 10_000, fetch = globalThis.fetch } = options;
  const address = channelAddress(options.url, channel, options.parameters ?? {});
  const { url, filtered } = address;
  const feed = describeFeed(channel, filtered);
  const plan = planFeed(feed, channel);
  const topics =
    channel.feed === undefined
      ? []
      : chooseTopics(plan, options.topics ?? [], options.examples ?? []);
  const clauses = listClauses(channel, feed);
  const ledger = new ClauseLedger(clauses);
  const sent = new SentMessages(channel, ledger, options.send ?? []);
  return {
    url: url.href,
    clauses,
    steps: stepsFor(plan, topics),
    async judge(selected, report) {
      const unfinished = await runPhases({
        ...{ channel, plan, ledger, clock, openSocket, url, filtered, topics, sent, timeoutMs },
        headers: { ...address.headers, ...options.headers },
        decoders: channelDecoders(channel),
        observeMs: seconds * 1000,
        fetch: async ({ topic }) => {
          const { operation } = topic.kind.snapshot ?? {};
          if (operation === undefined) throw new TypeError(`${topic.name} has no operation`);
          return fetchOperation(fetch, servers, operation, topic.parameters, timeoutMs);
        },
      });
      for (const result of ledger.results()) {
        if (selected.some(({ id }) => id === result.id)) report(result);
      }
      return unfinished;
    },
  };
}

/**
 * Returns one function for each message. The function checks whether a frame matches the schema of the
 * message.
 */
export function channelDecoders({
  serverMessages,
  clientMessages,
}: ChannelDescriptor): ReadonlyMap<string, (frame: Uint8Array) => unknown> {
  // A document may describe the provider or the consumer. The feed therefore determines which messages the
  // server sends.
  return new Map(
    [...clientMessages, ...serverMessages].flatMap(({ id, codec, binary }) =>
      binary === true ? [] : [[id, (frame: Uint8Array) => codec.decode(frame)] as const],
    ),
  );
}

/** Returns advice that lists the topics that were not judged. */
function stepsFor({ kinds }: FeedPlan, topics: readonly ChosenTopic[]): readonly string[] {
  const others = [...kinds.values()].filter(
    (kind) => kind.rule.private !== true && !topics.some((topic) => topic.kind === kind),
  );
  return others.map(({ name, rule }) => {
    const parameters = Object.keys(rule.parameters).map((parameter) => ` ${parameter}=…`);
    return `Test the topic ${name} too: --topic '${name}${parameters.join("")}'.`;
  });
}
