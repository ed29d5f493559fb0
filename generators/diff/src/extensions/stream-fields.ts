// The fields of a stream's rules whose changes have a rule of their own: what a client of the base makes
// of each.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import type { ChangeClass, Direction } from "../changes/change.ts";
import { canonicalText, writeChange } from "../changes/write-value.ts";
import type { ExtensionRuleId } from "../rules/extension-rules.ts";
import { judgeFilters, judgeIdentity, judgeMessages, judgeRepeats } from "./compare-numbering.ts";
import type { ExtensionEdit } from "./extension-edit.ts";
import { type FieldChange, memberAt, type StreamParts } from "./stream-parts.ts";

/** Judges a change of a field; undefined if no rule of its own fits. */
type Judge = (change: FieldChange) => readonly ExtensionEdit[] | undefined;

/** The fields of each extension, by paths in which `*` stands for any name or index. */
export const streamFields: Readonly<Record<string, Readonly<Record<string, Judge>>>> = {
  "x-subscription": {
    "topics/*": judgeTopic,
    "topics/*/subscribe": requestJudge("subscription-subscribe-changed", "subscribes"),
    "topics/*/unsubscribe": requestJudge("subscription-unsubscribe-changed", "unsubscribes"),
    "topics/*/list": judge(
      "subscription-keys-field-changed",
      "the place of the keys in a request",
      {
        direction: "request",
        why: "Clients list the keys in a member that the server does not read.",
      },
    ),
    "topics/*/where": judgeWhere,
  },
  "x-sequence": {
    "counters/*/at": (change) =>
      isOfConnection(change)
        ? judge("sequence-field-changed", "the place of the number", {
            why: "Clients find no number where they look for it, so that they neither resume nor notice gaps.",
          })(change)
        : judge("subscription-counter-field-changed", "the place of the number of a key", {
            why: "Clients find no number, so that they do not notice gaps.",
          })(change),
    "counters/*/messages": (change) => judgeMessages(change, isOfConnection(change)),
    "counters/*/repeats": judgeRepeats,
    "counters/*/starts": judge("subscription-snapshot-changed", "the whole state of a key", {
      why: "Clients wait for the old message, and drop all changes until it comes.",
    }),
    "resume/parameter": judge("sequence-resume-parameter-changed", "the resume parameter", {
      direction: "request",
      why: "Clients that resume with the old parameter are refused, or miss what was sent meanwhile.",
    }),
    "resume/endOfBacklog": (change) => {
      const hasHeartbeat = change.channels.base.heartbeats.some(({ from }) => from === "server");
      return judge("sequence-end-of-backlog-changed", "the message that ends a replay", {
        class: hasHeartbeat ? "potentially-breaking" : "breaking",
        why: hasHeartbeat
          ? "Clients notice only at the next heartbeat that they are live."
          : "Clients wait for the end of the replay, and do not notice that they are live.",
      })(change);
    },
    "resume/tooOld": judge(
      "sequence-too-old-changed",
      "the answer to a resume point that is too old",
      {
        why:
          "Clients do not recognise the answer: they try the same resume point again, or fail instead " +
          "of starting from scratch.",
      },
    ),
    "resume/lastNumber": judge(
      "sequence-last-number-changed",
      "the place of the highest number at the end of a replay",
      {
        class: "potentially-breaking",
        why: "Clients do not find it, and notice later that something is missing.",
        whyAdded: "Clients did not look for it before.",
      },
    ),
    "resume/watermark": judge("sequence-watermark-changed", "the place of the watermark", {
      class: "potentially-breaking",
      why: "The resume point of an idle client with a filter no longer moves, until it is too old.",
      whyAdded: "Clients did not look for it before.",
    }),
    "resume/identity": judgeIdentity,
    "resume/filters": judgeFilters,
    "resume/owner": judge("sequence-owner-changed", "the place of the owner of the sequence", {
      class: "non-breaking",
      surface: "code",
      why: "Only those who publish check it; clients do not.",
    }),
  },
  "x-snapshot": { "topics/*/request": judgeSnapshotRequest },
  "x-book": {
    "topics/*": judgeBook,
    "topics/*/price": bookJudge("the place of the price in a level"),
    "topics/*/quantity": bookJudge("the place of the quantity in a level"),
    "topics/*/snapshots": judgeLevels,
    "topics/*/updates": judgeLevels,
  },
  "x-credentials": Object.fromEntries(
    ["algorithm", "text", "end", "time/unit", "time/toleranceMs", "place/headers"].map((member) => [
      `schemes/*/${member}`,
      // The signature is compared by itself.
      ({ channels: { base, revision } }) => (base.signature && revision.signature ? [] : undefined),
    ]),
  ),
};

interface Verdict {
  /** `breaking` unless given. */
  readonly class?: ChangeClass;
  readonly surface?: "code";
  /** `response` unless given. */
  readonly direction?: Direction;
  readonly why: string;
  /** Why it breaks nobody that the field was added; absent if it may. */
  readonly whyAdded?: string;
}

function judge(rule: ExtensionRuleId, what: string, verdict: Verdict): Judge {
  const { class: usual = "breaking", direction = "response", why, whyAdded, ...rest } = verdict;
  return ({ before, after }) => {
    const isAdded = before === undefined && whyAdded !== undefined;
    return [
      {
        rule,
        class: isAdded ? "non-breaking" : usual,
        direction,
        ...rest,
        details: [before ?? null, after ?? null],
        message: `${what} ${writeChange(before, after)}`,
        why: isAdded ? whyAdded : why,
      },
    ];
  };
}

function judgeTopic({ path: [, name = ""], before, after }: FieldChange) {
  const details = [`topics/${name}`, before ?? null, after ?? null];
  const isAdded = before === undefined;
  return [
    {
      rule: isAdded ? "feed-topic-added" : "feed-topic-removed",
      class: isAdded ? "non-breaking" : "breaking",
      direction: "both",
      details,
      message: `the topic \`${name}\` was ${isAdded ? "added" : "removed"}`,
      why: isAdded
        ? "Clients of the base do not subscribe to it."
        : "Clients of the base subscribe to it, and are refused or get nothing.",
    },
  ] satisfies ExtensionEdit[];
}

function requestJudge(rule: ExtensionRuleId, what: string): Judge {
  return (change) => {
    const { before, after } = change;
    if (before === undefined || after === undefined) return undefined;
    const [old, revised] = withoutList(change);
    if (isSame(old, revised)) return [];
    return judge(rule, `the request that ${what}`, {
      direction: "request",
      why: `Clients ask by a request that means something else, or is refused.`,
    })(change);
  };
}

/** Returns the templates of a request without its list, if that has moved, which is another change. */
function withoutList({ path, before, after, base, revision }: FieldChange) {
  const [was, is] = [base, revision].map((parts) =>
    memberAt(parts["x-subscription"], ["topics", path[1] ?? "", "list"]),
  );
  if (was === is) return [before, after] as const;
  return [without(before, [was]), without(after, [is])] as const;
}

function without(
  template: JsonValue | undefined,
  pointers: readonly (JsonValue | undefined)[],
): JsonValue | undefined {
  if (template === undefined || !isJsonObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).filter(([name]) => !pointers.includes(`/${name}`)),
  );
}

/** A frame names its topic in another member; the same members with other values are any change. */
function judgeWhere(change: FieldChange) {
  const { before, after } = change;
  const [old, revised] = [before, after].map(pointersOf);
  if (old === undefined || revised === undefined || isSame(old, revised)) return undefined;
  return judge("subscription-key-field-changed", "the place of the key in a message", {
    why: "Clients do not see to which key a message belongs.",
  })({ ...change, before: old, after: revised });
}

function pointersOf(where: JsonValue | undefined): JsonValue | undefined {
  const names = where !== undefined && isJsonObject(where) ? Object.keys(where).sort() : [];
  if (names.length === 0 || !names.every((name) => name.startsWith("/"))) return undefined;
  return names.length === 1 ? names[0] : names;
}

/** What a request for a snapshot has beyond the one that subscribes. */
function judgeSnapshotRequest(change: FieldChange) {
  const [old, revised] = withoutList(change);
  const extra = (template: JsonValue | undefined, parts: StreamParts): JsonValue | undefined => {
    const path = ["topics", change.path[1] ?? "", "subscribe"];
    const subscribe = memberAt(parts["x-subscription"], path);
    if (template === undefined || !isJsonObject(template)) return template;
    const own = Object.entries(template).filter(
      ([name, each]) => !isSame(each, memberAt(subscribe, [name])),
    );
    return Object.fromEntries(own);
  };
  if (isSame(extra(old, change.base), extra(revised, change.revision))) return [];
  return judge("subscription-force-snapshot-changed", "the request for a fresh snapshot", {
    direction: "request",
    why: "Clients that missed a change ask for a snapshot in the old way, and do not get it.",
    whyAdded: "Clients may go on giving up the key and asking for it again.",
  })(change);
}

function judgeBook({ path: [, name = ""], before }: FieldChange): readonly ExtensionEdit[] {
  return before === undefined
    ? [
        {
          rule: "subscription-book-added",
          class: "non-breaking",
          direction: "response",
          message: `the state of \`${name}\` is an order book now`,
          why: "The messages say what they said before.",
        },
      ]
    : [
        {
          rule: "subscription-book-removed",
          class: "potentially-breaking",
          direction: "response",
          message: `the state of \`${name}\` is no longer said to be an order book`,
          why: "Clients that keep books go on as long as the messages have the same members.",
        },
      ];
}

function bookJudge(what: string): Judge {
  return judge("subscription-book-changed", what, {
    why: "Clients that keep books do not find the levels.",
  });
}

/** Judges where levels are; which messages have them is another change, if all have them there. */
function judgeLevels(change: FieldChange): readonly ExtensionEdit[] | undefined {
  const [old, revised] = [change.before, change.after].map((messages) => [
    ...new Set(Object.values(objectOf(messages)).map((levels) => canonicalText(levels ?? null))),
  ]);
  if (old?.length === 1 && isSame(old, revised)) return [];
  return bookJudge("the levels of a book")(change);
}

/** Reports whether a counter numbers all messages of a connection. */
function isOfConnection({ path, revision }: FieldChange): boolean {
  const counter = memberAt(revision["x-sequence"], path.slice(0, 2));
  return memberAt(counter, ["scope"]) === "connection";
}

function isSame(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return canonicalText(before) === canonicalText(after);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) && !isJsonArray(value) ? value : {};
}
