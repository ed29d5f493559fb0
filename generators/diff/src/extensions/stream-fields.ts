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

/** The fields, by paths in which `*` stands for any name or index; the first that fits counts. */
export const streamFields: Readonly<Record<string, Judge>> = {
  "subscription/topics/*/subscribe": requestJudge("subscription-subscribe-changed", "subscribes"),
  "subscription/topics/*/unsubscribe": requestJudge(
    "subscription-unsubscribe-changed",
    "unsubscribes",
  ),
  "subscription/topics/*/list": judge(
    "subscription-keys-field-changed",
    "the place of the keys in a request",
    {
      direction: "request",
      why: "Clients list the keys in a member that the server does not read.",
    },
  ),
  "subscription/topics/*/where": judgeWhere,
  "sequence/counters/*/at": (change) =>
    isOfConnection(change)
      ? judge("sequence-field-changed", "the place of the number", {
          why: "Clients find no number where they look for it, so that they neither resume nor notice gaps.",
        })(change)
      : judge("subscription-counter-field-changed", "the place of the number of a key", {
          why: "Clients find no number, so that they do not notice gaps.",
        })(change),
  "sequence/counters/*/messages": (change) => judgeMessages(change, isOfConnection(change)),
  "sequence/counters/*/repeats": judgeRepeats,
  "sequence/counters/*/starts": judge("subscription-snapshot-changed", "the whole state of a key", {
    why: "Clients wait for the old message, and drop all changes until it comes.",
  }),
  "sequence/resume/parameter": judge("sequence-resume-parameter-changed", "the resume parameter", {
    direction: "request",
    why: "Clients that resume with the old parameter are refused, or miss what was sent meanwhile.",
  }),
  "sequence/resume/endOfBacklog": (change) => {
    const hasHeartbeat = change.channels.base.heartbeats.some(({ from }) => from === "server");
    return judge("sequence-end-of-backlog-changed", "the message that ends a replay", {
      class: hasHeartbeat ? "potentially-breaking" : "breaking",
      why: hasHeartbeat
        ? "Clients notice only at the next heartbeat that they are live."
        : "Clients wait for the end of the replay, and do not notice that they are live.",
    })(change);
  },
  "sequence/resume/tooOld": judge(
    "sequence-too-old-changed",
    "the answer to a resume point that is too old",
    {
      why:
        "Clients do not recognise the answer: they try the same resume point again, or fail instead " +
        "of starting from scratch.",
    },
  ),
  "sequence/resume/lastNumber": judge(
    "sequence-last-number-changed",
    "the place of the highest number at the end of a replay",
    {
      class: "potentially-breaking",
      why: "Clients do not find it, and notice later that something is missing.",
      whyAdded: "Clients did not look for it before.",
    },
  ),
  "sequence/resume/watermark": judge("sequence-watermark-changed", "the place of the watermark", {
    class: "potentially-breaking",
    why: "The resume point of an idle client with a filter no longer moves, until it is too old.",
    whyAdded: "Clients did not look for it before.",
  }),
  "sequence/resume/identity": judgeIdentity,
  "sequence/resume/filters": judgeFilters,
  "sequence/resume/owner": judge(
    "sequence-owner-changed",
    "the place of the owner of the sequence",
    {
      class: "non-breaking",
      surface: "code",
      why: "Only those who publish check it; clients do not.",
    },
  ),
  "snapshot/topics/*/request": judgeSnapshotRequest,
  "book/topics/*/price": bookJudge("the place of the price in a level"),
  "book/topics/*/quantity": bookJudge("the place of the quantity in a level"),
  "book/topics/*/snapshots": judgeLevels,
  "book/topics/*/updates": judgeLevels,
  "book/topics/*": presence(
    {
      rule: "subscription-book-added",
      class: "non-breaking",
      message: "the state of a key is an order book now",
      why: "The messages say what they said before.",
    },
    {
      rule: "subscription-book-removed",
      class: "potentially-breaking",
      message: "the state of a key is no longer said to be an order book",
      why: "Clients that keep books go on as long as the messages have the same members.",
    },
  ),
  "subscription/topics/*": judgeTopic,
  "envelope/time": either(
    presence(
      {
        rule: "envelope-time-added",
        class: "non-breaking",
        message: "the time of a message is stated now",
        why: "Clients read a message as before.",
      },
      {
        rule: "envelope-time-removed",
        class: "potentially-breaking",
        message: "the time of a message is no longer stated",
        why: "Clients that rely on the time may find none, or another one.",
      },
    ),
    judge("envelope-time-changed", "the time of a message", {
      why: "Clients take another number for the time, or find none.",
    }),
  ),
  "envelope/error/message": judge("envelope-error-changed", "the message that reports errors", {
    why: "Clients do not know it as an error, so that they do not see why a connection ended.",
  }),
  "envelope/error/code": judge(
    "envelope-error-member-changed",
    "the place of the code of an error",
    {
      why: "Clients do not find the code, and cannot tell one error from another.",
    },
  ),
  "envelope/error/text": errorJudge("text"),
  "envelope/error/details": errorJudge("details"),
  "envelope/error/codes": judgeErrorCodes,
  "envelope/error": presence(
    {
      rule: "envelope-error-added",
      class: "non-breaking",
      message: "errors are reported now",
      why: "Clients pass the message on like any other.",
    },
    {
      rule: "envelope-error-removed",
      class: "potentially-breaking",
      message: "errors are no longer reported",
      why: "Clients know only from the close code why a connection ended.",
    },
  ),
  "flow-control/maxPendingFrames": limitJudge("maxPendingFrames"),
  "flow-control/maxPendingBytes": limitJudge("maxPendingBytes"),
  "flow-control/closeCode": judge(
    "flow-control-close-code-changed",
    "the close code of slow readers",
    {
      class: "potentially-breaking",
      why: "Clients reconnect by what they know of the new code, and do not tell their caller that they are too slow.",
    },
  ),
  "flow-control": presence(
    {
      rule: "flow-control-added",
      class: "potentially-breaking",
      message: "slow readers are closed now",
      why: "Clients that keep up notice nothing; others lose their connection.",
    },
    {
      rule: "flow-control-removed",
      class: "non-breaking",
      message: "slow readers are no longer said to be closed",
      why: "Clients are ready to be closed, and need not be.",
    },
  ),
  "credentials/signature/algorithm": signatureJudge("algorithm", "the algorithm"),
  "credentials/signature/headers": signatureJudge("headers", "the list of headers"),
  "credentials/signature/lines": signatureJudge("lines", "the list of signed lines"),
  "credentials/signature/clockSkewMs": judgeSkew,
  "credentials/signature": presence(
    {
      rule: "signature-added",
      class: "breaking",
      direction: "request",
      message: "connections have to be signed now",
      why: "Clients that do not sign are refused.",
    },
    {
      rule: "signature-removed",
      class: "non-breaking",
      direction: "request",
      message: "connections need no signature any more",
      why: "Clients may go on signing; nobody checks it.",
    },
  ),
  ...Object.fromEntries(
    ["algorithm", "text", "end", "time/unit", "time/toleranceMs", "place/headers"].map((member) => [
      `credentials/schemes/*/${member}`,
      // The signature is compared by itself.
      ({ channels: { base, revision } }) => (base.signature && revision.signature ? [] : undefined),
    ]),
  ),
  "credentials/schemes/*": ({ before, after, channels: { base, revision } }) =>
    (base.signature ?? revision.signature) && (!before || !after) ? [] : undefined,
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

/** What a change that adds or removes a rule as a whole says; `response` unless it has a direction. */
type Statement = Pick<ExtensionEdit, "rule" | "class" | "direction" | "message" | "why">;

/** Judges that a rule was added or removed; undefined if it was changed. */
function presence(added: Statement, removed: Statement): Judge {
  return ({ before, after }) => {
    if (before !== undefined && after !== undefined) return undefined;
    return [{ direction: "response", ...(before === undefined ? added : removed) }];
  };
}

function either(first: Judge, second: Judge): Judge {
  return (change) => first(change) ?? second(change);
}

function judgeTopic(change: FieldChange): readonly ExtensionEdit[] | undefined {
  const { path, before, after } = change;
  const name = path.at(-1) ?? "";
  const edits = presence(
    {
      rule: "feed-topic-added",
      class: "non-breaking",
      direction: "both",
      message: `the topic \`${name}\` was added`,
      why: "Clients of the base do not subscribe to it.",
    },
    {
      rule: "feed-topic-removed",
      class: "breaking",
      direction: "both",
      message: `the topic \`${name}\` was removed`,
      why: "Clients of the base subscribe to it, and are refused or get nothing.",
    },
  )(change);
  const details = [`topics/${name}`, before ?? null, after ?? null];
  return edits?.map((edit) => ({ ...edit, details }));
}

function errorJudge(member: "text" | "details"): Judge {
  return judge("envelope-error-member-changed", `the place of the ${member} of an error`, {
    class: "potentially-breaking",
    why: "Clients do not find it, and have less to tell their caller.",
    whyAdded: "Clients did not look for it before.",
  });
}

function judgeErrorCodes({ before, after }: FieldChange): readonly ExtensionEdit[] {
  const [old, revised] = [objectOf(before), objectOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(revised)])].sort();
  return names.flatMap((name): ExtensionEdit[] => {
    const [was = name, is = name] = [old[name], revised[name]];
    if (was === is) return [];
    return [
      {
        rule: "envelope-error-code-changed",
        class: "breaking",
        direction: "response",
        details: [name, was, is],
        message: `the code of the error \`${name}\` ${writeChange(was, is)}`,
        why: "Clients take it for an error that they do not know.",
      },
    ];
  });
}

function limitJudge(limit: string): Judge {
  return (change) => {
    const isLess = Number(change.after) < Number(change.before);
    const rule = isLess ? "flow-control-limit-decreased" : "flow-control-limit-increased";
    return judge(rule, `\`${limit}\``, {
      class: isLess ? "potentially-breaking" : "non-breaking",
      why: isLess
        ? "Clients that just kept up may lose their connection."
        : "Clients that kept up keep up.",
    })(change);
  };
}

function signatureJudge(part: "algorithm" | "headers" | "lines", what: string): Judge {
  return judge(`signature-${part}-changed`, what, {
    direction: "request",
    why: "The signatures of clients no longer match, so that all of them are refused.",
  });
}

function judgeSkew(change: FieldChange) {
  const isLess = Number(change.after) < Number(change.before);
  const rule = isLess ? "signature-clock-skew-decreased" : "signature-clock-skew-increased";
  return judge(rule, "the deviation of a clock in ms", {
    class: isLess ? "potentially-breaking" : "non-breaking",
    direction: "request",
    why: isLess
      ? "Generated clients correct their clock by the answer and try again; others are refused if " +
        "their clock is off."
      : "What was accepted is still accepted.",
  })(change);
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
function withoutList({ path: [, , name = ""], before, after, base, revision }: FieldChange) {
  const [was, is] = [base, revision].map((parts) =>
    memberAt(parts, ["subscription", "topics", name, "list"]),
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
    const path = ["subscription", "topics", change.path[2] ?? "", "subscribe"];
    const subscribe = memberAt(parts, path);
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
  return memberAt(revision, [...path.slice(0, 3), "scope"]) === "connection";
}

function isSame(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return canonicalText(before) === canonicalText(after);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) && !isJsonArray(value) ? value : {};
}
