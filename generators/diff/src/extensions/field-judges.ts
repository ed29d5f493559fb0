// Creates a judge for each kind of field. A judge decides whether a client generated from the base still
// works after a change of the field.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import type { ChangeClass, Direction } from "../changes/change.ts";
import { canonicalText, writeChange } from "../changes/write-value.ts";
import type { ExtensionRuleId } from "../rules/extension-rules.ts";
import type { ExtensionEdit } from "./extension-edit.ts";
import { type FieldChange, memberAt, type StreamParts } from "./stream-parts.ts";

/** Judges a change of a field. Returns undefined if the general rule should judge the change. */
export type Judge = (change: FieldChange) => readonly ExtensionEdit[] | undefined;

interface Verdict {
  /** Default: `breaking`. */
  readonly class?: ChangeClass;
  readonly surface?: "code";
  /** Default: `response`. */
  readonly direction?: Direction;
  readonly why: string;
  /** The reason why an added field is safe. Absent if an added field is not safe. */
  readonly whyAdded?: string;
}

/**
 * Creates the judge for a field that has one rule. Messages begin with `what`, such as "the algorithm".
 */
export function createJudge(rule: ExtensionRuleId, what: string, verdict: Verdict): Judge {
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

/** The verdict on a field that was added or removed. The default direction is `response`. */
type Statement = Pick<ExtensionEdit, "rule" | "class" | "direction" | "message" | "why">;

/**
 * Creates a judge for a field that was added or removed. The judge returns undefined for a changed value.
 */
export function judgePresence(added: Statement, removed: Statement): Judge {
  return ({ before, after }) => {
    if (before !== undefined && after !== undefined) return undefined;
    return [{ direction: "response", ...(before === undefined ? added : removed) }];
  };
}

/** Combines two judges. The second judge decides if the first returns undefined. */
export function firstResult(first: Judge, second: Judge): Judge {
  return (change) => first(change) ?? second(change);
}

/** Judges a kind of topic that was added or removed. */
export function judgeTopic(change: FieldChange): readonly ExtensionEdit[] | undefined {
  const { path, before, after } = change;
  const name = path.at(-1) ?? "";
  const edits = judgePresence(
    {
      rule: "feed-topic-added",
      class: "non-breaking",
      direction: "both",
      message: `the topic \`${name}\` was added`,
      why: "Existing clients do not subscribe to it.",
    },
    {
      rule: "feed-topic-removed",
      class: "breaking",
      direction: "both",
      message: `the topic \`${name}\` was removed`,
      why: "Existing clients subscribe to the topic, and the server rejects them or sends nothing.",
    },
  )(change);
  const details = [`topics/${name}`, before ?? null, after ?? null];
  return edits?.map((edit) => ({ ...edit, details }));
}

/** Creates the judge for an optional member of error messages. */
export function errorJudge(member: "text" | "details"): Judge {
  return createJudge("envelope-error-member-changed", `the place of the ${member} of an error`, {
    class: "potentially-breaking",
    why: "Existing clients do not find it, so their error reports are less useful.",
    whyAdded: "Existing clients do not read it.",
  });
}

/** Judges error codes that replace the default codes. */
export function judgeErrorCodes({ before, after }: FieldChange): readonly ExtensionEdit[] {
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
        why: "Existing clients treat it as an unknown error.",
      },
    ];
  });
}

/** Creates the judge for a limit of flow control. */
export function limitJudge(limit: string): Judge {
  return (change) => {
    const isLess = Number(change.after) < Number(change.before);
    const rule = isLess ? "flow-control-limit-decreased" : "flow-control-limit-increased";
    return createJudge(rule, `\`${limit}\``, {
      class: isLess ? "potentially-breaking" : "non-breaking",
      why: isLess
        ? "Clients that were only just fast enough may lose their connection."
        : "Clients that were fast enough are still fast enough.",
    })(change);
  };
}

/** Creates the judge for a part of the signature. */
export function signatureJudge(part: "algorithm" | "headers" | "lines", what: string): Judge {
  return createJudge(`signature-${part}-changed`, what, {
    direction: "request",
    why: "The server computes a different signature from existing clients, so it rejects all of them.",
  });
}

/** Judges the clock skew that the server allows a client. */
export function judgeSkew(change: FieldChange): ReturnType<Judge> {
  const isLess = Number(change.after) < Number(change.before);
  const rule = isLess ? "signature-clock-skew-decreased" : "signature-clock-skew-increased";
  return createJudge(rule, "the allowed clock skew in ms", {
    class: isLess ? "potentially-breaking" : "non-breaking",
    direction: "request",
    why: isLess
      ? "Generated clients correct their clock by the server's response and retry. Other clients are " +
        "rejected if their clock deviates too much."
      : "Clients whose clock was accurate enough are still accepted.",
  })(change);
}

/**
 * Creates the judge for a template of a message that clients send. The general rule judges a template that
 * was added or removed.
 */
export function requestJudge(rule: ExtensionRuleId, what: string): Judge {
  return (change) => {
    const { before, after } = change;
    if (before === undefined || after === undefined) return undefined;
    const [old, revised] = withoutList(change);
    if (isSame(old, revised)) return [];
    return createJudge(rule, `the request that ${what}`, {
      direction: "request",
      why: "Existing clients send the old request, which the server rejects or understands differently.",
    })(change);
  };
}

/**
 * Returns the old and the new template of a request. Omits the list of keys if the list moved, because a
 * different change reports the move.
 */
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

/**
 * Judges whether messages have the key in a different member. The general rule judges new values for the
 * same members.
 */
export function judgeWhere(change: FieldChange): ReturnType<Judge> {
  const { before, after } = change;
  const [old, revised] = [before, after].map(pointersOf);
  if (old === undefined || revised === undefined || isSame(old, revised)) return undefined;
  return createJudge("subscription-key-field-changed", "the place of the key in a message", {
    why: "Existing clients cannot tell which key a message belongs to.",
  })({ ...change, before: old, after: revised });
}

function pointersOf(where: JsonValue | undefined): JsonValue | undefined {
  const names = where !== undefined && isJsonObject(where) ? Object.keys(where).sort() : [];
  if (names.length === 0 || !names.every((name) => name.startsWith("/"))) return undefined;
  return names.length === 1 ? names[0] : names;
}

/** Judges the members that a snapshot request has in addition to the subscribe request. */
export function judgeSnapshotRequest(change: FieldChange): ReturnType<Judge> {
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
  return createJudge("subscription-force-snapshot-changed", "the request for a new snapshot", {
    direction: "request",
    why: "After a gap, existing clients send the old request for a snapshot, and get no snapshot.",
    whyAdded: "Clients can still unsubscribe from the key and subscribe again.",
  })(change);
}

/** Creates the judge for a field that locates the levels of a book. */
export function bookJudge(what: string): Judge {
  return createJudge("subscription-book-changed", what, {
    why: "Clients that keep order books do not find the levels.",
  });
}

/**
 * Judges the members that contain the levels of a book. If all messages use the same members before and
 * after the change, only the set of messages changed. A separate change reports the new messages.
 */
export function judgeLevels(change: FieldChange): readonly ExtensionEdit[] | undefined {
  const [old, revised] = [change.before, change.after].map((messages) => [
    ...new Set(Object.values(objectOf(messages)).map((levels) => canonicalText(levels ?? null))),
  ]);
  if (old?.length === 1 && isSame(old, revised)) return [];
  return bookJudge("the levels of a book")(change);
}

/** Reports whether the scope of a counter is the whole connection, not a single key. */
export function isOfConnection({ path, revision }: FieldChange): boolean {
  return memberAt(revision, [...path.slice(0, 3), "scope"]) === "connection";
}

function isSame(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return canonicalText(before) === canonicalText(after);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) && !isJsonArray(value) ? value : {};
}
