// The rules of a channel beyond AsyncAPI, read from the channel or else from the root of the
// document.

import { nearestName, sortedKeys } from "@specwright/spec-loader";
import { readEndings } from "../extensions/endings.ts";
import { readEnvelope } from "../extensions/envelope.ts";
import { readFlowControl } from "../extensions/flow-control.ts";
import { readHeartbeats } from "../extensions/heartbeat.ts";
import { reportUnused, type ServedAs } from "../extensions/report-unused.ts";
import {
  feedExtensions,
  findRules,
  findSite,
  type RuleSite,
  type RuleSites,
} from "../extensions/rule-sites.ts";
import { readSequence } from "../extensions/sequence.ts";
import { readSignature } from "../extensions/signature.ts";
import { readSubscription } from "../extensions/subscription.ts";
import { checkFeedNames } from "../feed/check-feed-names.ts";
import { checkPlaceholders } from "../feed/placeholders.ts";
import { readFeed, readTopics } from "../feed/read-feed.ts";
import type { Channel, Message } from "../model/channel.ts";
import type { Build } from "../reading/build.ts";
import { member, type ObjectPlace, present } from "../reading/place.ts";
import { report } from "../reading/problems.ts";

/** The extensions that are read here, and those whose present names are others. */
const names: readonly string[] = [
  ...feedExtensions,
  "x-flow-control",
  "x-signature",
  "x-close-codes",
];

/** The fields of a channel that come from extensions. */
export type ChannelRules = Pick<
  Channel,
  | "feed"
  | "envelope"
  | "lines"
  | "heartbeats"
  | "sequence"
  | "subscription"
  | "signature"
  | "flowControl"
  | "endings"
>;

/**
 * Reads the rules of a channel. A channel with topics is a feed, unless its topics are keys that
 * requests of its own messages select.
 */
export function readChannelRules(
  build: Build,
  root: ObjectPlace,
  channel: ObjectPlace,
  channelId: string,
  messages: readonly Message[],
): ChannelRules {
  const ids = new Set(messages.map((message) => message.id));
  for (const place of [root, channel]) reportMisspelt(build, place);
  const sites = findRules(build, root, channel, channelId);
  // Without one of its extensions, the channel might be read as one of another kind.
  if (!sites.isComplete) return { heartbeats: [] };
  const topics = sites.get("x-subscription");
  const hasTopics = topics !== undefined && fitsChannel(topics, ids);
  const subscription = hasTopics ? readSubscription(sites, messages) : undefined;
  const isFeed = hasTopics && subscription === undefined;
  reportUnused(build, sites, servedAs(hasTopics, subscription !== undefined));
  // The names of a feed are checked with all its rules.
  const connectionSite = (name: "x-heartbeat" | "x-endings"): RuleSite<ObjectPlace> | undefined => {
    const site = sites.get(name);
    return site && { ...site, ofRoot: site.ofRoot || isFeed };
  };
  const [heartbeats, endings] = [connectionSite("x-heartbeat"), connectionSite("x-endings")];
  const flowControl = findSite(root, channel, channelId, "x-flow-control");
  const hasLines = sites.get("x-envelope")?.place.value["lines"] === true;
  const connection = present({
    lines: hasLines ? (true as const) : undefined,
    heartbeats: heartbeats === undefined ? [] : readHeartbeats(build, heartbeats, ids),
    flowControl: flowControl && readFlowControl(build, flowControl),
    endings: endings && readEndings(build, endings, ids),
  });
  if (isFeed) {
    return present({ ...connection, feed: readFeed(build, sites, messages) });
  }
  checkPlaceholders(build, sites);
  if (topics !== undefined && subscription !== undefined) {
    checkFeedNames(build, keyedSites(sites), ids, readTopics(topics.place, undefined));
  }
  const [sequence, credentials] = [sites.get("x-sequence"), sites.get("x-credentials")];
  return present({
    ...connection,
    envelope: readEnvelope(build, sites.get("x-envelope"), ids),
    sequence: hasTopics || !sequence ? undefined : readSequence(build, sequence, ids),
    subscription,
    signature: credentials && readSignature(build, credentials),
  });
}

function servedAs(hasTopics: boolean, hasKeys: boolean): ServedAs {
  if (hasKeys) return "keys";
  return hasTopics ? "topics" : "whole";
}

/** Reports whether a channel has the messages of all topics of a rule of the root. */
function fitsChannel({ ofRoot, place }: RuleSite<ObjectPlace>, ids: ReadonlySet<string>): boolean {
  const topics = readTopics(place, undefined);
  return !ofRoot || topics.every(({ messages }) => messages.every((id) => ids.has(id)));
}

/** Returns the extensions that only channels with topics have; the others are checked as they are read. */
function keyedSites({ all }: RuleSites): ReadonlyMap<string, RuleSite<ObjectPlace>> {
  const others = ["x-envelope", "x-heartbeat", "x-endings"];
  return new Map([...all].filter(([name]) => !others.includes(name)));
}

/** Reports extensions of others whose names are nearly those of ours. */
function reportMisspelt(build: Build, object: ObjectPlace): void {
  for (const key of sortedKeys(object.value)) {
    const place = member(object, key);
    if (!key.startsWith("x-") || names.includes(key) || place === undefined) continue;
    const near = nearestName(key, names);
    if (near === undefined) continue;
    report(build, "EXTENSION_NAME", place, `\`${key}\` has no effect; did you mean \`${near}\`?`);
  }
}
