// Prints the heartbeats of a channel, and how its connections end, as data.

import { type Channel, type Heartbeat, servesTopics } from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { list, type Printable } from "../print/printable.ts";
import { typeIn } from "./envelope-descriptor.ts";
import { printJson, withoutMembers } from "./json-literal.ts";
import { printObject } from "./object-literal.ts";

const descriptive = new Set(["description"]);
/** Members that only people read: the client of a feed does not use the name of a close code. */
const descriptiveOfFeed = new Set(["description", "name"]);

/** Prints the heartbeats of a channel; returns undefined if it has none. */
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

/**
 * Prints the endings of a channel: the close codes and messages that end a connection, and its maximum age.
 * Returns undefined if the channel declares no endings.
 */
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
