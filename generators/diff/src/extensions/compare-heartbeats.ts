import type { Channel, Heartbeat } from "@specwright/contract";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import { compareBeats } from "./compare-beats.ts";
import { type ExtensionEdit, pathName, revisedKey } from "./extension-edit.ts";

/** Compares the signs of life of a channel (`x-heartbeat`). */
export function compareHeartbeats(channels: ChannelPair): ExtensionEdit[] {
  const { base, revision } = channels;
  const heartbeats = [base, revision].map((channel) => beatOf(channel)?.message);
  const beats = compareBeats(
    { beats: base.heartbeats },
    { beats: revision.heartbeats },
    ({ from, message }) => {
      return from === "server" && typeof message === "string" && heartbeats.includes(message);
    },
  );
  return [...heartbeatEdits(channels), ...beats];
}

interface FirstBeat {
  readonly message: string;
  readonly every: Extract<Heartbeat, { readonly from: "server" }>["every"];
}

/** Returns the first message that is a sign of life of the server, and where it states its interval. */
function beatOf({ heartbeats }: Channel): FirstBeat | undefined {
  for (const beat of heartbeats) {
    if (beat.from === "server" && beat.message !== undefined) {
      return { message: beat.message, every: beat.every };
    }
  }
  return undefined;
}

function heartbeatEdits(channels: ChannelPair): ExtensionEdit[] {
  const [before, after] = [beatOf(channels.base), beatOf(channels.revision)];
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    const isAdded = before === undefined;
    return [
      {
        rule: isAdded ? "envelope-heartbeat-added" : "envelope-heartbeat-removed",
        class: isAdded ? "non-breaking" : "potentially-breaking",
        direction: "response",
        message: isAdded ? "heartbeats are sent now" : "heartbeats are no longer sent",
        why: isAdded
          ? "Clients pass them on like any other message."
          : "Clients notice later, or not at all, that a connection is dead.",
      },
    ];
  }
  const edits: ExtensionEdit[] = [];
  if (revisedKey(channels, before.message) !== after.message) {
    edits.push({
      rule: "envelope-heartbeat-changed",
      class: "potentially-breaking",
      direction: "response",
      details: [before.message, after.message],
      message: `\`${after.message}\` is the heartbeat now; it was \`${before.message}\``,
      why: "Clients do not know it as one: they notice later that a connection is dead.",
    });
  }
  const [old, revised] = [before.every, after.every];
  if (pathName(old?.path) === pathName(revised?.path) && old?.unit === revised?.unit) return edits;
  const isOtherUnit = old !== undefined && revised !== undefined && old.unit !== revised.unit;
  const name = (every: typeof old) =>
    `at ${pathName(every?.path)}${every ? ` in ${every.unit}` : ""}`;
  edits.push({
    rule: "envelope-heartbeat-interval-changed",
    class: isOtherUnit ? "breaking" : old === undefined ? "non-breaking" : "potentially-breaking",
    direction: "response",
    details: [old?.path ?? null, old?.unit ?? null, revised?.path ?? null, revised?.unit ?? null],
    message: `the interval of heartbeats is ${name(revised)}; it was ${name(old)}`,
    why: isOtherUnit
      ? "Clients take the interval for a shorter or a longer one: they end live connections, or keep dead ones."
      : old === undefined
        ? "Clients did not look for it before."
        : "Clients do not find it, and do not notice that a connection is dead.",
  });
  return edits;
}
