// The clauses that follow from the contract of each channel, and a judge that applies them to connections.

import { systemClock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { planFeed } from "@specwright/streams/client/protocol";
import { accounting, events, marketData, orders, payouts } from "@specwright/streams-api/server";
import { channelDecoders } from "../../contract/channel-suite.ts";
import { ClauseLedger } from "../../contract/clause-ledger.ts";
import type { ConversationSettings } from "../../contract/conversation-settings.ts";
import { describeFeed } from "../../contract/describe-feed.ts";
import { listClauses } from "../../contract/list-clauses.ts";
import type { Clause } from "../../report/clause.ts";
import { setActiveTimeout } from "../stimulus/active-timeout.ts";
import { type ChannelName, sequencedNames } from "../stimulus/stimulus.ts";

/** The contract of each channel. */
export const contracts: Readonly<Record<ChannelName, ChannelDescriptor>> = {
  orders,
  accounting,
  payouts,
  events,
  "market-data": marketData,
};

/** A group of channels that share their clauses. */
export type ChannelGroup = "sequenced" | "market-data";

/** Returns the group of a channel. */
export function groupOf(channel: ChannelName): ChannelGroup {
  return channel === "market-data" ? channel : "sequenced";
}

/** The clauses of each group. Their ids do not contain the name of the group. */
export const contractClauses: Readonly<Record<ChannelGroup, readonly Clause[]>> = {
  sequenced: clausesOfSequenced(),
  "market-data": listClauses(marketData),
};

/** The observations for the clauses of each group. */
export type Ledgers = Readonly<Record<ChannelGroup, ClauseLedger>>;

export function createLedgers(): Ledgers {
  return {
    sequenced: new ClauseLedger(contractClauses.sequenced),
    "market-data": new ClauseLedger(contractClauses["market-data"]),
  };
}

/** The settings for judging connections of a channel. */
export type ChannelJudge = Omit<ConversationSettings, "url" | "openSocket" | "timeoutMs">;

/**
 * Creates the judge for connections of a channel. The judge examines each frame and the end of each
 * connection. For clauses about numbers or heartbeats, it examines these too.
 */
export function createJudge(
  channel: ChannelName,
  ledgers: Ledgers,
  { whole, filtered }: { readonly whole: boolean; readonly filtered: boolean },
): ChannelJudge {
  const descriptor = contracts[channel];
  const feed = describeFeed(descriptor, filtered);
  return {
    channel: descriptor,
    plan: whole
      ? planFeed(feed, descriptor)
      : planFeed({ ...feed, counters: [] }, { ...descriptor, heartbeats: [] }),
    ledger: ledgers[groupOf(channel)].of(`/${channel}`),
    decoders: channelDecoders(descriptor),
    // The timers do not count time in which this process was suspended, because the server is not to blame
    // for it.
    clock: { ...systemClock, setTimer: setActiveTimeout },
    headers: {},
    tolerance: { factor: 1.25, ms: 250 },
  };
}

/**
 * Lists the clauses of the sequenced channels only once, because these channels have the same rules and
 * differ only in their messages.
 */
function clausesOfSequenced(): readonly Clause[] {
  const all = sequencedNames.map((name) => contracts[name]);
  const [first = orders] = all;
  const { sequence } = first;
  const counts = all.flatMap((one) => one.sequence?.counts ?? []);
  const union: ChannelDescriptor = {
    ...first,
    serverMessages: [
      ...new Map(all.flatMap((one) => one.serverMessages.map((each) => [each.id, each]))).values(),
    ],
    ...(sequence && { sequence: { ...sequence, counts } }),
  };
  const places = new Map(
    all.toReversed().flatMap((one) => listClauses(one).map(({ id, source }) => [id, source])),
  );
  return listClauses(union).map((one) => ({ ...one, source: places.get(one.id) ?? one.source }));
}
