// The heartbeats and endings of a channel as data.

import { type Channel, type Heartbeat, servesTopics } from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { list, type Printable } from "../print/printable.ts";
import { typeIn } from "./envelope-descriptor.ts";
import { printJson, withoutMembers } from "./json-literal.ts";
import { printObject } from "./object-literal.ts";

const descriptive = new Set(["description"]);
/** The client of a feed does not use the names of close codes. */
const descriptiveOfFeed = new Set(["description", "name"]);

/** Prints the heartbeats of a channel; undefined without heartbeats. */
export function printHeartbeats(context: EmitContext, channel: Channel): Printable | undefined {
  const printed = channel.heartbeats.map((beat) => printBeat(context, channel, beat));
  return printed.length === 0 ? undefined : list("[", printed, "]");
}

function printBeat(context: EmitContext, channel: Channel, beat: Heartbeat): Printable {
  if (beat.from === "client") return printJson(beat);
  const { every, ...rest } = beat;
  const messages = channel.messages.filter(({ id }) => id === beat.message);
  const as = every && typeIn(context, messages, every.path);
  const written = every && as && { every: { ...every, as } };
  return printJson({ ...rest, ...written });
}

/** Prints the endings of a channel; undefined without endings. */
export function printEndings(channel: Channel): Printable | undefined {
  const { endings } = channel;
  if (endings === undefined) return undefined;
  const unread = servesTopics(channel) ? descriptiveOfFeed : descriptive;
  const { closes, messages, maxAgeMs } = endings;
  const printRules = (rules: typeof closes | typeof messages): Printable | undefined =>
    rules.length === 0
      ? undefined
      : list(
          "[",
          rules.map((rule) => printJson(withoutMembers(rule, unread))),
          "]",
        );
  return printObject([
    ["closes", printRules(closes)],
    ["messages", printRules(messages)],
    ["maxAgeMs", maxAgeMs === undefined ? undefined : printJson(maxAgeMs)],
  ]);
}
