import type { Channel } from "@specwright/contract";
import type { Source } from "@specwright/spec-loader";
import type { ChangeDraft } from "../changes/change-draft.ts";
import { canonicalText } from "../changes/write-value.ts";
import type { Comparison } from "../comparison.ts";
import { GatheredChanges } from "../pairing/gathered-changes.ts";
import type { ChannelPair, ContractPairing } from "../pairing/pair-channels.ts";
import { affectedFlows } from "../pairing/traffic.ts";
import { compareCloseCodes } from "./compare-close-codes.ts";
import { compareHeartbeats } from "./compare-heartbeats.ts";
import { compareFields, compareKind, kindExtensions } from "./compare-stream.ts";
import type { ExtensionEdit } from "./extension-edit.ts";

/** Comparison functions for the extensions that `streamFields` does not cover. */
const comparers: Readonly<Record<string, (channels: ChannelPair) => ExtensionEdit[]>> = {
  "x-endings": compareCloseCodes,
  "x-heartbeat": compareHeartbeats,
};

/** The extensions whose meaning is compared. All other extensions are compared as plain values. */
export const channelExtensions: ReadonlySet<string> = new Set([
  ...kindExtensions,
  ...Object.keys(comparers),
  "x-credentials",
  "x-envelope",
  "x-flow-control",
]);

/**
 * Compares the rules that extensions define for channels. The class of a change depends on how a client
 * generated from the base works with a server of the revision. A changed rule of the whole document is one
 * change, even if it affects many channels.
 */
export function compareExtensions(comparison: Comparison, { channels }: ContractPairing): void {
  const changes = new GatheredChanges();
  for (const pair of channels.pairs) {
    const add = (name: string, edit: ExtensionEdit): void =>
      changes.add(draftOf(comparison, pair, name, edit));
    const revised = [...channelExtensions].filter((name) => !isInherited(comparison, pair, name));
    if (revised.length === 0) continue;
    const kind = kindExtensions.some((name) => revised.includes(name)) ? compareKind(pair) : [];
    for (const [name, edit] of kind) add(name, edit);
    for (const name of revised) for (const edit of comparers[name]?.(pair) ?? []) add(name, edit);
    // If the kind of the stream changed, its kind-specific rules cannot be compared: a log and topics have
    // different rules.
    const compared = kind.length === 0 ? revised : revised.filter((name) => !isOfKind(name));
    for (const [name, edit] of compareFields(compared, pair)) add(name, edit);
  }
  changes.recordAll(comparison);
}

function isOfKind(name: string): boolean {
  return kindExtensions.some((each) => each === name);
}

/**
 * Reports whether a channel has the same rule in both contracts, only because both documents declare the
 * rule. Also true if neither contract has the rule. If changed messages give the rule a different effect, a
 * separate change reports this.
 */
function isInherited({ base, revision }: Comparison, channels: ChannelPair, name: string): boolean {
  if (hasExtension(channels.base, name) || hasExtension(channels.revision, name)) return false;
  const [before, after] = [base, revision].map(({ extensions }) => extensions.get(name));
  return before === undefined || after === undefined
    ? before === after
    : canonicalText(before) === canonicalText(after);
}

function draftOf(
  comparison: Comparison,
  { base, revision }: ChannelPair,
  name: string,
  edit: ExtensionEdit,
): ChangeDraft {
  const isOwn = hasExtension(revision, name) || hasExtension(base, name);
  const { title } = comparison.revision.info;
  const where = isOwn ? `the channel \`${revision.id}\`` : "the document";
  const before = siteOf(comparison.base, base, name);
  const after = siteOf(comparison.revision, revision, name);
  const { surface = "wire", message, ...rest } = edit;
  return {
    ...rest,
    surface,
    subject: {
      ...(isOwn ? { kind: "channel", name: revision.id } : { kind: "document", name: title }),
      path: name,
    },
    ...(before && { base: before }),
    ...(after && { revision: after }),
    affects: affectedFlows(revision, name),
    message: `In \`${name}\` of ${where}, ${message}.`,
  };
}

function hasExtension({ extensions }: Channel, name: string): boolean {
  return extensions.has(name);
}

/** Returns the position of an extension on the channel, or else on the document. */
function siteOf(
  { file, extensions }: Comparison["base"],
  channel: Channel,
  name: string,
): Source | undefined {
  if (hasExtension(channel, name)) {
    const { source } = channel;
    return { ...source, pointer: `${source.pointer}/${name}` };
  }
  return extensions.has(name) ? { file, pointer: `/${name}` } : undefined;
}
