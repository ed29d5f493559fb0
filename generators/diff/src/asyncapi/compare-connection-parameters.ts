// The query parameters and the headers of the request that opens a connection. The WebSocket binding of a
// channel declares them. The client sends this request even if only the server sends messages afterwards.

import type { Channel, Schema } from "@specwright/contract";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Comparison } from "../comparison.ts";
import { type GroupMembers, groupMembers } from "../pairing/group-members.ts";
import type { Pair } from "../pairing/pairing.ts";
import { affectedFlows } from "../pairing/traffic.ts";
import { compareMemberSchemas } from "./compare-member-schemas.ts";

const locations = [
  { location: "query", name: "query parameter", place: "parameter" },
  { location: "header", name: "header", place: "header" },
] as const;

type Location = (typeof locations)[number];

/** Compares the parameters with which a client opens a connection to a channel. */
export function compareConnectionParameters(comparison: Comparison, pair: Pair<Channel>): void {
  for (const location of locations) compareLocation(comparison, pair, location);
}

function compareLocation(comparison: Comparison, pair: Pair<Channel>, location: Location): void {
  const before = groupMembers(pair.base, location.location);
  const after = groupMembers(pair.revision, location.location);
  const record = (draft: Pick<ChangeDraft, "rule" | "class" | "message" | "why">, name = "") => {
    const part = name === "" ? location.name : `${location.name} ${name}`;
    comparison.record({
      surface: "wire",
      direction: "request",
      subject: { kind: "channel", name: pair.revision.id, path: part },
      ...groupSources(pair, before.schemas.get(name), after.schemas.get(name)),
      affects: affectedFlows(pair.revision, part).map((each) => ({
        ...each,
        direction: "request",
      })),
      ...draft,
    });
  };
  const names = { location, channel: pair.revision.id };
  for (const name of new Set([...before.schemas.keys(), ...after.schemas.keys()])) {
    const draft = presenceChange(name, before, after, names);
    if (draft !== undefined) record(draft, name);
    compareMemberSchemas(comparison, {
      channel: pair.revision,
      base: before.schemas.get(name),
      revision: after.schemas.get(name),
      part: `${location.name} ${name}`,
      place: location.place,
    });
  }
  if (before.isClosed !== after.isClosed) record(opennessChange(after.isClosed, names));
}

interface Names {
  readonly location: Location;
  readonly channel: string;
}

function presenceChange(
  name: string,
  before: GroupMembers,
  after: GroupMembers,
  { location, channel }: Names,
): Pick<ChangeDraft, "rule" | "class" | "message" | "why"> | undefined {
  const what = `The ${location.name} \`${name}\` of the channel \`${channel}\``;
  const isRequired = after.required.has(name);
  if (!before.schemas.has(name)) {
    return {
      rule: "connection-parameter-added",
      class: isRequired ? "breaking" : "non-breaking",
      message: `${what} was added${isRequired ? " and is required" : ""}.`,
      why: isRequired
        ? "The server rejects clients that do not send it."
        : "Clients do not have to send it.",
    };
  }
  if (!after.schemas.has(name)) {
    return {
      rule: "connection-parameter-removed",
      class: after.isClosed ? "breaking" : "potentially-breaking",
      message: `${what} was removed.`,
      why: after.isClosed
        ? "The server rejects clients that send it, because it allows only listed parameters."
        : "Clients can still send it, but it may have no effect.",
    };
  }
  if (before.required.has(name) === isRequired) return undefined;
  return {
    rule: isRequired
      ? "connection-parameter-became-required"
      : "connection-parameter-became-optional",
    class: isRequired ? "breaking" : "non-breaking",
    message: `${what} is ${isRequired ? "required now" : "no longer required"}.`,
    why: isRequired
      ? "The server rejects clients that do not send it."
      : "Clients can still send it.",
  };
}

function opennessChange(
  isClosed: boolean,
  { location, channel }: Names,
): Pick<ChangeDraft, "rule" | "class" | "message" | "why"> {
  const what = `${location.name}s of the channel \`${channel}\``;
  return isClosed
    ? {
        rule: "connection-parameters-closed",
        class: "potentially-breaking",
        message: `Only the listed ${what} are now allowed.`,
        why: "The server rejects clients that send unlisted parameters, which had no declared effect.",
      }
    : {
        rule: "connection-parameters-opened",
        class: "non-breaking",
        message: `Unlisted ${what} are now allowed.`,
        why: "Clients do not have to send any.",
      };
}

function groupSources(
  { base, revision }: Pair<Channel>,
  before: Schema | undefined,
  after: Schema | undefined,
): Pick<ChangeDraft, "base" | "revision"> {
  if (before === undefined && after === undefined) {
    return { base: base.source, revision: revision.source };
  }
  return {
    ...(before && { base: before.source }),
    ...(after && { revision: after.source }),
  };
}
