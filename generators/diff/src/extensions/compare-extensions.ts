import type { Channel } from "@specwright/contract";
import type { Source } from "@specwright/spec-loader";
import { GatheredChanges } from "../asyncapi/gathered-changes.ts";
import type { ChannelPair, ContractPairing } from "../asyncapi/pair-channels.ts";
import { affectedFlows } from "../asyncapi/traffic.ts";
import { canonicalText } from "../changes/canonical-text.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Comparison } from "../comparison.ts";
import { compareCloseCodes } from "./compare-close-codes.ts";
import { compareEnvelope } from "./compare-envelope.ts";
import { compareFlowControl } from "./compare-flow-control.ts";
import { compareSequence } from "./compare-sequence.ts";
import { compareSignature } from "./compare-signature.ts";
import { compareSubscription } from "./compare-subscription.ts";
import type { ExtensionEdit } from "./extension-edit.ts";

/** The extensions that give a channel rules, and how each is compared. */
const comparers: readonly (readonly [string, (channels: ChannelPair) => ExtensionEdit[]])[] = [
  ["x-sequence", compareSequence],
  ["x-subscription", compareSubscription],
  ["x-signature", compareSignature],
  ["x-close-codes", compareCloseCodes],
  ["x-flow-control", compareFlowControl],
  ["x-envelope", compareEnvelope],
];

/** The names of the extensions that are compared by what they mean. */
export const channelExtensions: ReadonlySet<string> = new Set(comparers.map(([name]) => name));

/**
 * Compares the rules that extensions give channels. Each edit is judged by what a client generated
 * from the base does with a server of the revision. A rule of the whole document is one rule,
 * whatever the number of its channels.
 */
export function compareExtensions(comparison: Comparison, { channels }: ContractPairing): void {
  const changes = new GatheredChanges();
  for (const pair of channels.pairs) {
    for (const [name, compare] of comparers) {
      if (isInherited(comparison, pair, name)) continue;
      for (const edit of compare(pair)) changes.add(draftOf(comparison, pair, name, edit));
    }
  }
  changes.recordAll(comparison);
}

/**
 * Reports whether a channel has the same rule of the document in both contracts. It may still do
 * something else, because the messages of the channel are others, which is a change of its own.
 */
function isInherited({ base, revision }: Comparison, channels: ChannelPair, name: string): boolean {
  if (has(channels.base, name) || has(channels.revision, name)) return false;
  const [before, after] = [base, revision].map(({ extensions }) => extensions.get(name));
  return (
    before !== undefined && after !== undefined && canonicalText(before) === canonicalText(after)
  );
}

function draftOf(
  comparison: Comparison,
  { base, revision }: ChannelPair,
  name: string,
  edit: ExtensionEdit,
): ChangeDraft {
  const isOwn = has(revision, name) || has(base, name);
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

function has({ extensions }: Channel, name: string): boolean {
  return extensions.has(name);
}

/** Returns the place of an extension that a channel has, or else the document. */
function siteOf(
  { file, extensions }: Comparison["base"],
  channel: Channel,
  name: string,
): Source | undefined {
  if (has(channel, name)) {
    const { source } = channel;
    return { ...source, pointer: `${source.pointer}/${name}` };
  }
  return extensions.has(name) ? { file, pointer: `/${name}` } : undefined;
}
