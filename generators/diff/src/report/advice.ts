// What clients do about changes that break them, by rule, for the head of a report.

/** Whom a change breaks. */
export type Audience = "send" | "read" | "code" | "all";

type Advice = readonly [rules: RegExp, advice: string];

const callers: readonly Advice[] = [
  [/^(operation|webhook|callback|link)-removed$/, "stop using the removed operations"],
  [/^(channel|message|channel-operation|reply|feed-topic)-removed$/, "stop using what was removed"],
  [/-scope-(added|removed)$/, "get a token with the scopes that are required now"],
  [/^(security|oauth|bearer|signature)-/, "send the credentials that are required now"],
  [/^server-/, "use the new servers"],
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
  [/-removed$|-forbidden$|-restricted$/, "stop sending what was removed"],
  [/^(type|format|nullable|schema|union|items)-/, "send values of the new types"],
  [/^(max|min|exclusive|pattern|multiple|unique|prefix)/, "keep to the new limits"],
  [/^default-/, "send the value instead of relying on the old default"],
];

const readers: readonly Advice[] = [
  [/-status-/, "handle the new statuses"],
  [/^(enum|const|extensible)-/, "accept values that the old version does not list"],
  [/^nullable-added$/, "accept null"],
  [/-became-(optional|write-only)$|-removed$/, "do without what may be missing now"],
  [/^(any-of|one-of|union|all-of|discriminator|schema-replaced)/, "handle the new schemas"],
  [/-added$|-allowed$|-unrestricted$/, "ignore properties that they do not know"],
  [/^(type|format|schema|items)-/, "read values of the new types"],
  [/^(max|min|exclusive|pattern|multiple|unique|prefix)/, "accept values beyond the old limits"],
];

const advices: Readonly<Record<Audience, readonly Advice[]>> = {
  send: [...callers, ...senders, ...others],
  read: [...callers, ...readers, ...others],
  code: [[/./, "generate the code again, and fix what no longer compiles"]],
  all: [...callers, ...others],
};

/** Returns what an audience does about a change of a rule. */
export function adviceFor(audience: Audience, rule: string): string {
  const found = advices[audience].find(([pattern]) => pattern.test(rule));
  return found?.[1] ?? "check the changes that are listed below";
}
