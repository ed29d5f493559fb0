// The rules of a channel beyond AsyncAPI, read from the channel or else from the root of the
// document.

import type { Channel, Message } from "../model/channel.ts";
import type { Build } from "../reading/build.ts";
import { member, type ObjectPlace } from "../reading/place.ts";
import { present } from "../reading/present.ts";
import { readCloseCodes } from "./close-codes.ts";
import { readEnvelope } from "./envelope.ts";
import { readFlowControl } from "./flow-control.ts";
import type { RuleSite } from "./rule-fields.ts";
import { readSequence } from "./sequence.ts";
import { readSignature } from "./signature.ts";
import { readSubscription } from "./subscription.ts";

/** The fields of a channel that come from extensions. */
export type ChannelRules = Pick<
  Channel,
  "envelope" | "sequence" | "subscription" | "signature" | "flowControl" | "closeCodes"
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
  function read<Rule>(
    name: string,
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
