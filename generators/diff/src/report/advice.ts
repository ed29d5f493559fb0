// Describes what clients should do after a breaking change, by rule. The summary of a report contains these
// texts.

import { type Change, isBreak } from "../changes/change.ts";
import type { RuleArea } from "../rules/rule.ts";
import { rules } from "../rules/rules.ts";
import { undecided } from "../schemas/judge-edit.ts";

/** The clients that a change breaks. */
export type Audience = "send" | "read" | "code" | "all";

type Advice = readonly [rules: RegExp, advice: string];

const callers: readonly Advice[] = [
  [/^(operation|webhook|callback|link)-removed$/, "stop using the removed operations"],
  [
    /^(channel|message|channel-operation|reply|feed-topic)-removed$/,
    "stop using the removed parts",
  ],
  [/-scope-(added|removed)$/, "get a token with the scopes that are now required"],
  [/^(security|oauth|bearer|signature)-/, "send the credentials that are now required"],
  [/^server-/, "use the new servers"],
  [/^media-type-removed$/, "stop using the removed media types"],
  [/^media-type-/, "use a media type that still exists"],
  [/^sunset-|stability-/, "move before the new sunset date"],
];

const others: readonly Advice[] = [
  [/^channel-operation-(action|channel)-changed$/, "send or receive as the operation now declares"],
  [/^(channel|message|reply|binding|connection)-/, "follow the new channels and messages"],
  [/^(sequence|subscription|close-code|flow-control|envelope|feed)/, "follow the new protocol"],
  [/^(header|encoding|content)-|-(style|content)-changed$|-allow-/, "use the new format"],
];

const senders: readonly Advice[] = [
  [/^property-became-read-only$/, "stop sending properties that are now read-only"],
  [/^required-.*-added$|-became-required$/, "send the values that are now required"],
  [/^(enum|const|any-of|one-of|discriminator)-/, "stop sending values that are now rejected"],
  [/-properties-(forbidden|restricted)$/, "send only listed properties"],
  [/-removed$|-forbidden$|-restricted$/, "stop sending the removed values"],
  [/^union-set$/, "send one of the listed alternatives"],
  [/^(type|format|nullable|schema|union|items)-/, "send values of the new types"],
  [/^(max|min|exclusive|pattern|multiple|unique|prefix)/, "stay within the new limits"],
  [/^default-/, "send the value instead of relying on the default"],
];

const readers: readonly Advice[] = [
  [/-status-/, "handle the new statuses"],
  [/^(enum|const|extensible)-/, "accept the new values"],
  [/^nullable-added$/, "accept null"],
  [/-became-(optional|write-only)$|-removed$/, "handle missing values"],
  [/^(any-of|one-of|union|all-of|discriminator|schema-replaced)/, "handle the new schemas"],
  [/-added$|-allowed$|-unrestricted$/, "accept the new properties and values"],
  [/^(type|format|schema|items)-/, "read values of the new types"],
  [/^(max|min|exclusive|pattern|multiple|unique|prefix)/, "accept values beyond the old limits"],
];

const advices: Readonly<Record<Audience, readonly Advice[]>> = {
  send: [...callers, ...senders, ...others],
  read: [...callers, ...readers, ...others],
  code: [[/./, "generate the code again, and fix compile errors"]],
  all: [...callers, ...others],
};

/** Returns what an audience should do after a change. */
export function adviceFor(audience: Audience, change: Change): string {
  const { ruleId, witness, why } = change;
  if (audience !== "code" && why === undecided.why) return "check these changes by hand";
  if (audience === "read") {
    if (breaksStrictReaders(change)) return "if they reject unknown properties, accept these";
    // An example `null` may only show that the new alternative declares no types.
    const isOfAlternative = /^(any-of|one-of)-added$/.test(ruleId);
    const isNull = witness?.validIn === "revision" && witness.value === null;
    if (isNull && !isOfAlternative) return "accept null";
  }
  const found = advices[audience].find(([pattern]) => pattern.test(ruleId));
  return found?.[1] ?? "check the changes listed below";
}

/** Reports whether a change breaks only clients that reject unknown properties. */
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

/** The kinds of parts that every client needs. */
const weighty: ReadonlySet<RuleArea> = new Set(["operation", "server", "channel", "security"]);

const harms = [
  "whole operations",
  "removed, required, or of a different type",
  "other values",
  "undecided",
  "strict readers",
] as const;

/** Ranks a change by the number of clients that it breaks: 0 breaks most. */
export function breakageRank(change: Change): number {
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
  return isGone || isOther ? "removed, required, or of a different type" : "other values";
}
