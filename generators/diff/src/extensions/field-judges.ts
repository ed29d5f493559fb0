// The judges of each kind of field. A judge decides how a client of the base reacts to a changed field.

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

/** Judges a change of a field; returns undefined if no specific rule fits. */
export type Judge = (change: FieldChange) => readonly ExtensionEdit[] | undefined;

interface Verdict {
  /** `breaking` unless given. */
  readonly class?: ChangeClass;
  readonly surface?: "code";
  /** `response` unless given. */
  readonly direction?: Direction;
  readonly why: string;
  /** Why adding the field is safe; absent if it is not. */
  readonly whyAdded?: string;
}

/** Creates the judge of a field with one rule. `what` begins the message: "the algorithm". */
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

/** The result for a rule that was added or removed. The default direction is `response`. */
type Statement = Pick<ExtensionEdit, "rule" | "class" | "direction" | "message" | "why">;

/** Judges the addition or removal of a rule; returns undefined if it changed. */
export function judgePresence(added: Statement, removed: Statement): Judge {
  return ({ before, after }) => {
    if (before !== undefined && after !== undefined) return undefined;
    return [{ direction: "response", ...(before === undefined ? added : removed) }];
  };
}

/** Returns the result of the first judge, or of the second one if the first has no result. */
export function firstResult(first: Judge, second: Judge): Judge {
  return (change) => first(change) ?? second(change);
}

/** Judges the addition or removal of a kind of topic. */
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
      why: "Existing clients subscribe to it, and the server rejects them or sends nothing.",
    },
  )(change);
  const details = [`topics/${name}`, before ?? null, after ?? null];
  return edits?.map((edit) => ({ ...edit, details }));
}

/** Creates the judge of an optional member of errors. */
export function errorJudge(member: "text" | "details"): Judge {
  return createJudge("envelope-error-member-changed", `the place of the ${member} of an error`, {
    class: "potentially-breaking",
    why: "Existing clients do not find it, so their error reports are less useful.",
    whyAdded: "Existing clients do not read it.",
  });
}

/** Judges the codes of errors that replace the default codes. */
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

/** Creates the judge of a limit of flow control. */
export function limitJudge(limit: string): Judge {
  return (change) => {
    const isLess = Number(change.after) < Number(change.before);
    const rule = isLess ? "flow-control-limit-decreased" : "flow-control-limit-increased";
    return createJudge(rule, `\`${limit}\``, {
      class: isLess ? "potentially-breaking" : "non-breaking",
      why: isLess
        ? "Clients that barely kept up may lose their connection."
        : "Clients that kept up still do.",
    })(change);
  };
}

/** Creates the judge of a part of the signature. */
export function signatureJudge(part: "algorithm" | "headers" | "lines", what: string): Judge {
  return createJudge(`signature-${part}-changed`, what, {
    direction: "request",
    why: "The server computes a different signature from existing clients, so it rejects all of them.",
  });
}

/** Judges the allowed clock skew of a client. */
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
 * Creates the judge of a template that clients send. The general rule applies if a template was added or
 * removed.
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
 * Returns the templates of a request. Omits the list if it moved, because another change reports the move.
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
 * Judges whether frames name their topic in a different member. The general rule applies to new values of
 * the same members.
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

/** Judges the members of a snapshot request that the subscribe request does not have. */
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
    why: "Clients that missed a change request a snapshot in the old way, and do not get one.",
    whyAdded: "Clients can still unsubscribe from the key and subscribe again.",
  })(change);
}

/** Creates the judge of a place in the levels of a book. */
export function bookJudge(what: string): Judge {
  return createJudge("subscription-book-changed", what, {
    why: "Clients that keep order books do not find the levels.",
  });
}

/**
 * Judges the place of levels. If all messages have their levels in one place, a separate change reports new
 * messages.
 */
export function judgeLevels(change: FieldChange): readonly ExtensionEdit[] | undefined {
  const [old, revised] = [change.before, change.after].map((messages) => [
    ...new Set(Object.values(objectOf(messages)).map((levels) => canonicalText(levels ?? null))),
  ]);
  if (old?.length === 1 && isSame(old, revised)) return [];
  return bookJudge("the levels of a book")(change);
}

/** Reports whether a counter numbers all messages of a connection. */
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
