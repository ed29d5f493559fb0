// The next steps of clients after a breaking change, by rule, for the summary at the top of a report.

import { type Change, isBreak } from "../changes/change.ts";
import type { RuleArea } from "../rules/rule.ts";
import { rules } from "../rules/rules.ts";
import { undecided } from "../schemas/judge-edit.ts";

/** Whom a change breaks. */
export type Audience = "send" | "read" | "code" | "all";

type Advice = readonly [rules: RegExp, advice: string];

const callers: readonly Advice[] = [
  [/^(operation|webhook|callback|link)-removed$/, "stop using the removed operations"],
  [/^(channel|message|channel-operation|reply|feed-topic)-removed$/, "stop using what was removed"],
  [/-scope-(added|removed)$/, "get a token with the scopes that are required now"],
  [/^(security|oauth|bearer|signature)-/, "send the credentials that are required now"],
  [/^server-/, "use the new servers"],
  [/^media-type-removed$/, "stop using the removed media types"],
  [/^media-type-/, "use a media type that is still there"],
  [/^sunset-|stability-/, "move away before the new end date"],
];

const others: readonly Advice[] = [
  [/^channel-operation-(action|channel)-changed$/, "send or receive as the operation says now"],
  [/^(channel|message|reply|binding|connection)-/, "follow the new channels and messages"],
  [/^(sequence|subscription|close-code|flow-control|envelope|feed)/, "follow the new protocol"],
  [/^(header|encoding|content)-|-(style|content)-changed$|-allow-/, "use the new format"],
];

const senders: readonly Advice[] = [
  [/^property-became-read-only$/, "stop sending what is read-only now"],
  [/^required-.*-added$|-became-required$/, "send what is required now"],
  [/^(enum|const|any-of|one-of|discriminator)-/, "stop sending values that are refused now"],
  [/-properties-(forbidden|restricted)$/, "send only the properties that are listed"],
  [/-removed$|-forbidden$|-restricted$/, "stop sending what was removed"],
  [/^union-set$/, "send one of the listed alternatives"],
  [/^(type|format|nullable|schema|union|items)-/, "send values of the new types"],
  [/^(max|min|exclusive|pattern|multiple|unique|prefix)/, "keep to the new limits"],
  [/^default-/, "send the value instead of relying on the default"],
];

const readers: readonly Advice[] = [
  [/-status-/, "handle the new statuses"],
  [/^(enum|const|extensible)-/, "accept values that the old version does not list"],
  [/^nullable-added$/, "accept null"],
  [/-became-(optional|write-only)$|-removed$/, "do without what may be missing now"],
  [/^(any-of|one-of|union|all-of|discriminator|schema-replaced)/, "handle the new schemas"],
  [/-added$|-allowed$|-unrestricted$/, "accept what the old version does not have"],
  [/^(type|format|schema|items)-/, "read values of the new types"],
  [/^(max|min|exclusive|pattern|multiple|unique|prefix)/, "accept values beyond the old limits"],
];

const advices: Readonly<Record<Audience, readonly Advice[]>> = {
  send: [...callers, ...senders, ...others],
  read: [...callers, ...readers, ...others],
  code: [[/./, "generate the code again, and fix what no longer compiles"]],
  all: [...callers, ...others],
};

/** Returns what an audience does about a change. */
export function adviceFor(audience: Audience, change: Change): string {
  const { ruleId, witness, why } = change;
  if (audience !== "code" && why === undecided.why) return "check by hand what may break";
  if (audience === "read") {
    if (breaksStrictReaders(change)) return "if they refuse unknown properties, accept these";
    // A new alternative may accept null only because it says nothing about types.
    const isOfAlternative = /^(any-of|one-of)-added$/.test(ruleId);
    const isNull = witness?.validIn === "revision" && witness.value === null;
    if (isNull && !isOfAlternative) return "accept null";
  }
  const found = advices[audience].find(([pattern]) => pattern.test(ruleId));
  return found?.[1] ?? "check the changes that are listed below";
}

/** Reports whether a change breaks only those who refuse properties that they do not know. */
export function breaksStrictReaders(change: Change): boolean {
  const { ruleId, affects, surface } = change;
  return (
    isBreak(change) &&
    surface !== "code" &&
    /^(required-|pattern-)?property-added$|-properties-(allowed|unrestricted)$/.test(ruleId) &&
    affects.length > 0 &&
    affects.every(({ direction }) => direction === "response")
  );
}

/** The areas of rules about something that a client cannot do without. */
const weighty: ReadonlySet<RuleArea> = new Set(["operation", "server", "channel", "security"]);

const harms = [
  "whole operations",
  "removed, required, or of another type",
  "other values",
  "undecided",
  "strict readers",
] as const;

/** Orders changes by how many clients they hurt: the least number hurts most. */
export function harmOf(change: Change): number {
  return harms.indexOf(harmKind(change));
}

function harmKind(change: Change): (typeof harms)[number] {
  const { ruleId, why, witness } = change;
  if (breaksStrictReaders(change)) return "strict readers";
  if (why === undecided.why) return "undecided";
  if (weighty.has(rules[ruleId].area)) return "whole operations";
  const isGone = /(?<!value)-removed$|-became-required$|^required-.*-added$/.test(ruleId);
  const isOther =
    ruleId === "type-changed" || (ruleId === "schema-replaced" && witness?.value !== null);
  return isGone || isOther ? "removed, required, or of another type" : "other values";
}
