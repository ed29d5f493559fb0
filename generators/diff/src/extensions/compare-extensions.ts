import type { Channel } from "@specwright/contract";
import { isJsonObject, type JsonObject, type Source } from "@specwright/spec-loader";
import type { ChangeDraft } from "../changes/change-draft.ts";
import { canonicalText } from "../changes/write-value.ts";
import type { Comparison } from "../comparison.ts";
import { GatheredChanges } from "../pairing/gathered-changes.ts";
import type { ChannelPair, ContractPairing } from "../pairing/pair-channels.ts";
import { affectedFlows } from "../pairing/traffic.ts";
import { compareCloseCodes } from "./compare-close-codes.ts";
import { compareEnvelope } from "./compare-envelope.ts";
import { compareFeed, feedParts } from "./compare-feed.ts";
import { compareFlowControl } from "./compare-flow-control.ts";
import { comparedExtensions, compareOtherMembers } from "./compare-other-members.ts";
import { compareSequence } from "./compare-sequence.ts";
import { compareSignature } from "./compare-signature.ts";
import { compareSubscription } from "./compare-subscription.ts";
import type { ExtensionEdit } from "./extension-edit.ts";

/** The comparison of rules that one or several extensions give a channel. */
interface Comparer {
  /** The extension that a change is of, unless `nameOf` says that it is of another one. */
  readonly names: readonly [string, ...string[]];
  readonly nameOf?: (rule: ExtensionEdit["rule"]) => string | undefined;
  readonly compare: (channels: ChannelPair) => ExtensionEdit[];
}

const feedComparers: readonly Comparer[] = [
  ...feedParts.map(
    (part): Comparer => ({
      names: [`x-${part}`],
      compare: (channels) => compareFeed(part, channels),
    }),
  ),
  { names: ["x-flow-control"], compare: compareFlowControl },
];

const comparers: readonly Comparer[] = [
  { names: ["x-sequence"], compare: compareSequence },
  {
    names: ["x-subscription", "x-sequence", "x-snapshot", "x-book"],
    nameOf: (rule) => {
      if (/^subscription-(snapshot|counter-field|diff)-/.test(rule)) return "x-sequence";
      if (rule.startsWith("subscription-force-snapshot-")) return "x-snapshot";
      return rule.startsWith("subscription-book-") ? "x-book" : undefined;
    },
    compare: compareSubscription,
  },
  { names: ["x-credentials"], compare: compareSignature },
  { names: ["x-endings"], compare: compareCloseCodes },
  { names: ["x-flow-control"], compare: compareFlowControl },
  {
    names: ["x-envelope", "x-heartbeat"],
    nameOf: (rule) => (rule.startsWith("envelope-heartbeat-") ? "x-heartbeat" : undefined),
    compare: compareEnvelope,
  },
];

/** The names of the extensions that are compared by what they mean. */
export const channelExtensions: ReadonlySet<string> = new Set(
  [...comparers, ...feedComparers].flatMap(({ names }) => names),
);

/**
 * Compares the rules that extensions give channels. Each edit is judged by what a client generated
 * from the base does with a server of the revision. A rule of the whole document is one rule,
 * whatever the number of its channels.
 */
export function compareExtensions(comparison: Comparison, { channels }: ContractPairing): void {
  const changes = new GatheredChanges();
  for (const pair of channels.pairs) {
    const isFeed = pair.base.feed !== undefined || pair.revision.feed !== undefined;
    const judged = new Set<string>();
    for (const { names, nameOf, compare } of isFeed ? feedComparers : comparers) {
      if (names.every((name) => isInherited(comparison, pair, name))) continue;
      for (const edit of compare(pair)) {
        for (const name of names) judged.add(name);
        const name = nameOf?.(edit.rule) ?? names[0];
        changes.add(draftOf(comparison, pair, name, edit));
      }
    }
    if (isFeed) continue;
    for (const name of comparedExtensions) {
      if (isInherited(comparison, pair, name)) continue;
      const rules = {
        base: ruleOf(comparison.base, pair.base, name),
        revision: ruleOf(comparison.revision, pair.revision, name),
      };
      // That a rule as a whole was added or removed has been judged.
      if ((!rules.base || !rules.revision) && name !== "x-heartbeat" && judged.has(name)) continue;
      for (const edit of compareOtherMembers(name, rules, [pair.base, pair.revision])) {
        changes.add(draftOf(comparison, pair, name, edit));
      }
    }
  }
  changes.recordAll(comparison);
}

/**
 * Reports whether a channel has the same rule of the document, or none, in both contracts. It may still do
 * something else, because the messages of the channel are others, which is a change of its own.
 */
function isInherited({ base, revision }: Comparison, channels: ChannelPair, name: string): boolean {
  if (has(channels.base, name) || has(channels.revision, name)) return false;
  const [before, after] = [base, revision].map(({ extensions }) => extensions.get(name));
  return before === undefined || after === undefined
    ? before === after
    : canonicalText(before) === canonicalText(after);
}

/** Returns an extension of a channel as it is written, its own or else that of the document. */
function ruleOf(
  { extensions }: Comparison["base"],
  channel: Channel,
  name: string,
): JsonObject | undefined {
  const rule = has(channel, name) ? channel.extensions.get(name) : extensions.get(name);
  return rule !== undefined && isJsonObject(rule) ? rule : undefined;
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
