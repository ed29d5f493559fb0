import type { Channel, Heartbeat } from "@specwright/contract";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import { compareBeats } from "./compare-beats.ts";
import { type ExtensionEdit, pathName, revisedKey } from "./extension-edit.ts";

/** Compares the heartbeats of a channel (`x-heartbeat`). */
export function compareHeartbeats(channels: ChannelPair): ExtensionEdit[] {
  const { base, revision } = channels;
  const heartbeats = [base, revision].map((channel) => firstHeartbeat(channel)?.message);
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

/** Returns the server's first heartbeat message, and the member that contains its interval. */
function firstHeartbeat({ heartbeats }: Channel): FirstBeat | undefined {
  for (const beat of heartbeats) {
    if (beat.from === "server" && beat.message !== undefined) {
      return { message: beat.message, every: beat.every };
    }
  }
  return undefined;
}

function heartbeatEdits(channels: ChannelPair): ExtensionEdit[] {
  const [before, after] = [firstHeartbeat(channels.base), firstHeartbeat(channels.revision)];
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    const isAdded = before === undefined;
    return [
      {
        rule: isAdded ? "envelope-heartbeat-added" : "envelope-heartbeat-removed",
        class: isAdded ? "non-breaking" : "potentially-breaking",
        direction: "response",
        message: isAdded ? "heartbeats were added" : "heartbeats were removed",
        why: isAdded
          ? "Existing clients treat them like any other message."
          : "Clients notice a dead connection later, or not at all.",
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
      message: `the heartbeat is now \`${after.message}\`; it was \`${before.message}\``,
      why: "Existing clients do not recognise the heartbeat, so they notice a dead connection later.",
    });
  }
  const [old, revised] = [before.every, after.every];
  if (pathName(old?.path) === pathName(revised?.path) && old?.unit === revised?.unit) return edits;
  const isOtherUnit = old !== undefined && revised !== undefined && old.unit !== revised.unit;
  const name = (every: typeof old) =>
    every === undefined ? "not declared" : `at ${pathName(every.path)} in ${every.unit}`;
  edits.push({
    rule: "envelope-heartbeat-interval-changed",
    class: isOtherUnit ? "breaking" : old === undefined ? "non-breaking" : "potentially-breaking",
    direction: "response",
    details: [old?.path ?? null, old?.unit ?? null, revised?.path ?? null, revised?.unit ?? null],
    message: `the interval of heartbeats is now ${name(revised)}; it was ${name(old)}`,
    why: isOtherUnit
      ? "Existing clients read the wrong interval: they close live connections, or keep dead connections."
      : old === undefined
        ? "Existing clients do not read it."
        : "Existing clients do not find it, and do not notice a dead connection.",
  });
  return edits;
}
