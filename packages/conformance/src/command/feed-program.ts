// The command line with `--contract`: judges a server by the feed of any contract.

import { stringifyJson } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { isSelected } from "../clauses/clauses.ts";
import { listFeedClauses } from "../feeds/list-feed-clauses.ts";
import { runFeedConformance } from "../feeds/run-feed-conformance.ts";
import type { FeedTopicChoice } from "../feeds/topic-choice.ts";
import { formatFeedResult } from "../report/format-feed-result.ts";
import { formatJunit } from "../report/format-junit.ts";
import { formatCounts } from "../report/format-result.ts";
import { ConformanceError } from "../stimulus/conformance-error.ts";
import { usage } from "./parse-flags.ts";
import { type FeedFlags, readFeedFlags } from "./read-feed-flags.ts";
import { help } from "./read-flags.ts";
import type { Surroundings } from "./surroundings.ts";
import { writeReport } from "./write-report.ts";

const CONTRACT = "--contract";

/** Reports whether a command line names a contract. */
export function hasContract(args: readonly string[]): boolean {
  return args.some((arg) => arg === CONTRACT || arg.startsWith(`${CONTRACT}=`));
}

/**
 * Runs a command line with a contract, and returns the exit code.
 *
 * @throws ConformanceError `bad_usage`.
 */
export async function runFeedProgram(
  args: readonly string[],
  { out, err }: Surroundings,
): Promise<number> {
  const flags = readFeedFlags(args);
  if (flags.help) {
    out(help);
    return 0;
  }
  const { channel, examples } = await readChannel(flags);
  if (flags.list) return list(flags, channel, out);
  const { url, topics, seconds, headers, servers, timeoutMs } = flags;
  if (url === undefined) throw usage("which server? give its address");
  if (!URL.canParse(url) || !/^wss?:$/.test(new URL(url).protocol)) {
    throw usage(`${url} is no ws or wss address`);
  }
  err(`observing ${channel.address} for ${seconds} s ...`);
  const whole = await runFeedConformance({
    channel,
    url,
    topics,
    examples,
    seconds,
    headers,
    servers,
    timeoutMs,
    only: flags.only,
  });
  const width = Math.max(...whole.results.map(({ id }) => id.length)) + 2;
  for (const result of whole.results) out(formatFeedResult(result, width));
  await writeReport(flags.json, () => `${stringifyJson(whole)}\n`);
  await writeReport(flags.junit, () => formatJunit(whole, flags.contract));
  out(formatCounts(whole));
  if (whole.advice.length > 0)
    out(`\nNext:\n${whole.advice.map((step) => `- ${step}`).join("\n")}`);
  if (whole.counts.fail > 0) return 1;
  return whole.unfinished === undefined ? 0 : 2;
}

function list({ only }: FeedFlags, channel: FeedChannel, out: (text: string) => void): number {
  const clauses = listFeedClauses(channel, channel.feed).filter(({ id }) => isSelected(id, only));
  if (clauses.length === 0) throw usage(`no clause is called ${only.join(", ")}`);
  for (const { id, pointer, sentence } of clauses) out(`${id}  ${sentence} [${pointer}]`);
  return 0;
}

type FeedChannel = ChannelDescriptor & { readonly feed: NonNullable<ChannelDescriptor["feed"]> };

interface FoundChannel {
  readonly channel: FeedChannel;
  readonly examples: readonly FeedTopicChoice[];
}

/** Loads the contract, and finds the channel in it. */
async function readChannel({
  contract,
  perspective,
  channel: wanted,
}: FeedFlags): Promise<FoundChannel> {
  // What reads documents is large, and not needed for the contract that the kit comes with.
  const { loadChannels, CliError } = await import("@specwright/cli/api");
  const loaded = await loadChannels(contract, { perspective }).catch((cause: unknown) => {
    if (!(cause instanceof CliError)) throw cause;
    throw new ConformanceError("bad_usage", `${cause.message}\n${cause.fix}`, { cause });
  });
  const feeds = loaded.flatMap(({ descriptor, topics }): FoundChannel[] =>
    isFeed(descriptor) ? [{ channel: descriptor, examples: topics }] : [],
  );
  const known = feeds.map(({ channel }) => channel.id).join(", ");
  // Private topics are not judged.
  const open = feeds.filter(({ channel }) => hasPublicTopics(channel));
  const [first, second] =
    wanted === undefined
      ? open.length > 0
        ? open
        : feeds
      : feeds.filter(({ channel }) => channel.id === wanted);
  if (first === undefined && wanted !== undefined && known !== "") {
    throw usage(`${contract} has no channel with topics called ${wanted}; it has ${known}`);
  }
  if (first === undefined) throw usage(`${contract} has no channel with topics`);
  if (second !== undefined) throw usage(`which channel? --channel with one of ${known}`);
  return first;
}

function hasPublicTopics({ feed }: FeedChannel): boolean {
  return Object.values(feed.subscription.topics).some((topic) => topic.private !== true);
}

function isFeed(channel: object): channel is FeedChannel {
  return "feed" in channel && channel.feed !== undefined && "serverMessages" in channel;
}
