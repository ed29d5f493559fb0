// Reads the extensions of a channel. The root of the document contains the defaults.

import { type JsonObject, nearestName, sortedKeys } from "@specwright/spec-loader";
import { checkLog, checkOwnMember } from "../extensions/check-log.ts";
import { readEndings } from "../extensions/endings.ts";
import { readEnvelope } from "../extensions/envelope.ts";
import { readHeartbeats } from "../extensions/heartbeat.ts";
import { reportExtension } from "../extensions/rule-fields.ts";
import {
  findRules,
  type RuleSite,
  type RuleSites,
  type StreamExtension,
  streamExtensions,
} from "../extensions/rule-sites.ts";
import { readSignature } from "../extensions/signature.ts";
import { readTopics } from "../extensions/topics.ts";
import type { Message } from "../model/channel.ts";
import type { Counter, FlowControl, ResumeRule, StreamRules } from "../model/stream-rules.ts";
import type { Build } from "../reading/build.ts";
import { memberOf, type ObjectPlace, omitUndefined, placeAt } from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";
import { checkCredentials, checkPrivateTopics } from "./check-credentials.ts";
import { checkCounters, checkLevelParts } from "./check-feed-parts.ts";
import { checkFeedPointers } from "./check-feed-pointers.ts";
import { checkFeedSupport } from "./check-feed-support.ts";
import { checkNames } from "./check-names.ts";
import { checkToldApart } from "./check-told-apart.ts";
import { checkPlaceholders } from "./placeholders.ts";
import { reportUnused } from "./report-unused.ts";
import { streamKind } from "./stream-kind.ts";

/**
 * The extensions that this module reads. Extensions with a new name are listed with their old names too.
 */
const names: readonly string[] = [...streamExtensions, "x-signature", "x-close-codes"];

const noRules: StreamRules = { topics: [], counters: [], heartbeats: [] };

/** Reads the rules of a channel. If a rule is invalid, reports it and returns no rules at all. */
export function readStreamRules(
  build: Build,
  root: ObjectPlace,
  channel: ObjectPlace,
  messages: readonly Message[],
): StreamRules {
  for (const place of [root, channel]) reportMisspelt(build, place);
  // A fault at the root of the document is reported once, but makes the rules of each channel invalid. So
  // the faults of each channel are collected separately.
  const own: Build = { ...build, problems: new Map() };
  const sites = findRules(own, root, channel);
  const rules = sites.isComplete ? readRules(own, sites, messages) : noRules;
  for (const [key, problem] of own.problems) {
    if (!build.problems.has(key)) build.problems.set(key, problem);
  }
  // A part of the rules would describe a different stream.
  return hasErrors(own) ? noRules : rules;
}

function readRules(build: Build, sites: RuleSites, messages: readonly Message[]): StreamRules {
  const ids = new Set(messages.map((message) => message.id));
  const value = (name: StreamExtension): JsonObject | undefined => sites.get(name)?.place.value;
  const requested = sites.get("x-subscription");
  const hasTopics = requested !== undefined && fitsChannel(requested, ids);
  const subscription = hasTopics ? requested.place : undefined;
  const topics = readTopics(subscription, sites.get("x-book")?.place);
  const sequence = sites.get("x-sequence");
  const written = omitUndefined({
    envelope: readEnvelope(value("x-envelope"), ids),
    lines: value("x-envelope")?.["lines"] === true ? (true as const) : undefined,
    subscription: subscription?.value,
    topics,
    ...(hasTopics ? readCounters(value("x-sequence")) : sequence && readLog(sequence, ids)),
    snapshots: hasTopics ? ruleTopics(value("x-snapshot")) : undefined,
    books: hasTopics ? ruleTopics(value("x-book")) : undefined,
    heartbeats: readHeartbeats(value("x-heartbeat"), ids),
    credentials: value("x-credentials")?.["schemes"] as JsonObject | undefined,
    endings: readEndings(value("x-endings"), ids),
    flowControl: readFlowControl(value("x-flow-control")),
  });
  const rules: StreamRules = { counters: [], ...written };
  const kind = streamKind({ ...rules, messages });
  reportUnused(build, sites, kind);
  checkNames(build, sites, ids, rules);
  checkPlaceholders(build, sites);
  if (kind === "topics" && subscription !== undefined) {
    const envelope = withMatch(
      build,
      rules,
      sites.get("x-envelope")?.place ?? subscription,
      messages,
    );
    checkCredentials(build, sites.get("x-credentials")?.place);
    checkPrivateTopics(build, subscription, sites.get("x-credentials")?.place);
    checkCounters(build, sequence?.place);
    checkLevelParts(build, sites.get("x-book")?.place);
    checkFeedSupport(build, sites);
    if (!hasErrors(build)) {
      checkFeedPointers(build, sites, messages);
      checkToldApart(build, subscription, topics);
    }
    return { ...rules, envelope };
  }
  const credentials = sites.get("x-credentials");
  checkOwnMember(build, placeAt(sites.get("x-envelope")?.place, "time", "at"));
  if (sequence !== undefined && !hasTopics) checkLog(build, sequence, rules);
  return omitUndefined({
    ...rules,
    signature: credentials && readSignature(build, credentials.place),
  });
}

/**
 * Reports whether a rule fits a channel. A rule at the root of the document fits if the channel has all
 * messages of the rule's topics.
 */
function fitsChannel({ ofRoot, place }: RuleSite<ObjectPlace>, ids: ReadonlySet<string>): boolean {
  return !ofRoot || readTopics(place).every(({ messages }) => messages.every((id) => ids.has(id)));
}

/**
 * Returns `x-envelope` with a `match`. If `match` is missing, it is derived from the discriminators of the
 * messages.
 */
function withMatch(
  build: Build,
  { envelope = {} }: StreamRules,
  place: ObjectPlace,
  messages: readonly Message[],
): NonNullable<StreamRules["envelope"]> {
  if (envelope.match !== undefined) return envelope;
  const match = messages.flatMap(({ id, discriminator }) => {
    if (discriminator === undefined) return [];
    const { property, value } = discriminator;
    const at = `/${property.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [{ message: id, where: { [at]: value } }];
  });
  if (match.length < messages.length) {
    const message =
      "`x-envelope` needs `match`, because the messages of the channel have no discriminator.";
    reportExtension(build, place, message);
  }
  return { ...envelope, match };
}

function ruleTopics(rule: JsonObject | undefined): JsonObject | undefined {
  return rule?.["topics"] as JsonObject | undefined;
}

function readFlowControl(rule: JsonObject | undefined): FlowControl | undefined {
  if (rule === undefined) return undefined;
  const { maxPendingFrames, maxPendingBytes, closeCode } = rule as FlowControl;
  return { maxPendingFrames, maxPendingBytes, closeCode };
}

type Numbering = Pick<StreamRules, "counters" | "resume">;

function readCounters(sequence: JsonObject = {}): Numbering {
  const counters = (sequence["counters"] ?? []) as readonly Counter[];
  const resume = sequence["resume"] as ResumeRule | undefined;
  return resume === undefined ? { counters } : { counters, resume };
}

/**
 * Reads `x-sequence` of a channel without topics. Clients use the numbers to resume. A rule at the root of
 * the document applies only to messages of the channel, and only if the channel has the message
 * `endOfBacklog`.
 */
function readLog({ place, ofRoot }: RuleSite<ObjectPlace>, ids: ReadonlySet<string>): Numbering {
  const { counters, resume } = readCounters(place.value);
  if (!ofRoot) return resume === undefined ? { counters } : { counters, resume };
  const own = counters.flatMap(({ messages, repeats, ...counter }): Counter[] => {
    const [counted, repeated = []] = [messages, repeats].map((list) =>
      list?.filter((id) => ids.has(id)),
    );
    return counted === undefined || counted.length === 0
      ? []
      : [{ ...counter, messages: counted, repeats: repeated }];
  });
  if (own.length === 0) return { counters: [] };
  if (resume === undefined) return { counters: own };
  return ids.has(resume.endOfBacklog) ? { counters: own, resume } : { counters: [] };
}

function hasErrors({ problems }: Build): boolean {
  return [...problems.values()].some(({ severity }) => severity === "error");
}

/** Reports unknown extensions with a name that is similar to a known one. */
function reportMisspelt(build: Build, object: ObjectPlace): void {
  for (const key of sortedKeys(object.value)) {
    const place = memberOf(object, key);
    if (!key.startsWith("x-") || names.includes(key) || place === undefined) continue;
    const near = nearestName(key, names);
    if (near === undefined) continue;
    reportProblem(
      build,
      "EXTENSION_NAME",
      place,
      `\`${key}\` has no effect; did you mean \`${near}\`?`,
    );
  }
}
