// The rules of a channel beyond AsyncAPI, read from the channel or else from the root of the
// document.

import { nearestName, sortedKeys } from "@specwright/spec-loader";
import { isFeed, readFeed } from "../feed/read-feed.ts";
import type { Channel, Message } from "../model/channel.ts";
import type { Build } from "../reading/build.ts";
import { member, type ObjectPlace } from "../reading/place.ts";
import { present } from "../reading/present.ts";
import { report } from "../reading/problems.ts";
import { readCloseCodes } from "./close-codes.ts";
import { readEnvelope } from "./envelope.ts";
import { readFlowControl } from "./flow-control.ts";
import type { RuleSite } from "./rule-fields.ts";
import { readSequence } from "./sequence.ts";
import { readSignature } from "./signature.ts";
import { readSubscription } from "./subscription.ts";

/** The extensions that are read here. */
const names = [
  "x-envelope",
  "x-sequence",
  "x-subscription",
  "x-signature",
  "x-flow-control",
  "x-close-codes",
  "x-snapshot",
  "x-book",
  "x-heartbeat",
  "x-credentials",
  "x-endings",
] as const;

/** The fields of a channel that come from extensions. */
export type ChannelRules = Pick<
  Channel,
  "feed" | "envelope" | "sequence" | "subscription" | "signature" | "flowControl" | "closeCodes"
>;

/** Reads the rules of a channel. `null` or `false` on a channel disables the rule of the root. */
export function readChannelRules(
  build: Build,
  root: ObjectPlace,
  channel: ObjectPlace,
  channelId: string,
  messages: readonly Message[],
): ChannelRules {
  const ids = new Set(messages.map((message) => message.id));
  for (const place of [root, channel]) reportMisspelt(build, place);
  if (isFeed(root, channel)) {
    return present({ feed: readFeed(build, root, channel, messages), closeCodes: [] });
  }
  function read<Rule>(
    name: (typeof names)[number],
    reader: (build: Build, site: RuleSite, messageIds: ReadonlySet<string>) => Rule | undefined,
  ): Rule | undefined {
    const own = member(channel, name);
    if (own?.value === null || own?.value === false) return undefined;
    if (own !== undefined) return reader(build, { place: own, ofRoot: false, channelId }, ids);
    const shared = member(root, name);
    return shared === undefined
      ? undefined
      : reader(build, { place: shared, ofRoot: true, channelId }, ids);
  }
  return present({
    envelope: read("x-envelope", readEnvelope),
    sequence: read("x-sequence", readSequence),
    subscription: read("x-subscription", readSubscription),
    signature: read("x-signature", readSignature),
    flowControl: read("x-flow-control", readFlowControl),
    closeCodes: read("x-close-codes", readCloseCodes) ?? [],
  });
}

/** Reports extensions of others whose names are nearly those of ours. */
function reportMisspelt(build: Build, object: ObjectPlace): void {
  for (const key of sortedKeys(object.value)) {
    const place = member(object, key);
    if (!key.startsWith("x-") || names.some((name) => name === key) || place === undefined)
      continue;
    const near = nearestName(key, names);
    if (near === undefined) continue;
    report(build, "EXTENSION_NAME", place, `\`${key}\` has no effect; did you mean \`${near}\`?`);
  }
}
