// The type of a change between two contracts. The command line, changesets, changelogs and feeds use this
// type.

import type { Effect } from "@specwright/schemas";
import type { JsonValue, Position } from "@specwright/spec-loader";
import type { RuleId } from "../rules/rules.ts";

/** The classes of changes by their effect on clients, the worst first. */
export const changeClasses = [
  "breaking",
  "potentially-breaking",
  "deprecation",
  "non-breaking",
  "docs",
] as const;

/** The effect of a change on clients. */
export type ChangeClass = (typeof changeClasses)[number];

/**
 * The surface of a change. A change of `wire` affects requests and responses, and also generated code. A
 * change of `code` affects only names and types in generated code. A change of `docs` affects only
 * descriptions.
 */
export type Surface = "wire" | "code" | "docs";

/**
 * The direction of the changed data. A `request` is data that the provider reads, such as a message that
 * the provider receives. A `response` is data that the provider writes.
 */
export type Direction = "request" | "response" | "both";

/** The thing that changed. */
export interface Subject {
  readonly kind:
    | "document"
    | "server"
    | "security-scheme"
    | "tag"
    /** A named schema. An inline schema appears under the name of the object that contains it. */
    | "schema"
    | "operation"
    /** A path in OpenAPI, for parts that all its operations share. */
    | "path"
    /** A part in OpenAPI that several operations share, such as `parameters/Limit`. */
    | "component"
    | "webhook"
    | "channel"
    | "message";
  /** Such as `Order`, `GET /orders/{id}`, `orders` or `order_update`. */
  readonly name: string;
  /**
   * The path inside the subject, such as `lines[].price` or `response 200`. Absent if the whole subject
   * changed.
   */
  readonly path?: string;
}

/** A part of an operation that a change affects. */
export interface Affected {
  /** Such as `GET /orders/{id}`, `send orders` or `webhook orderShipped`. */
  readonly operation: string;
  /**
   * Such as `request body`, `response 200`, `query parameter limit` or `message order_update`. Empty if
   * only the operation is known, as in responses of a publisher.
   */
  readonly part: string;
  readonly direction: "request" | "response";
  /** True if a value inside the part changed, such as a property of a body. */
  readonly inside?: boolean;
}

/** A change between two contracts. */
export interface Change {
  /** The rule that found the change; `rules` describes the rule. */
  readonly ruleId: RuleId;
  readonly class: ChangeClass;
  readonly surface: Surface;
  readonly subject: Subject;
  /** The effect on the set of accepted values; absent if the change is not about values. */
  readonly effect?: Effect;
  /** Absent if the change is about neither requests nor responses. */
  readonly direction?: Direction;
  /** The position in the base; absent if the subject was added. */
  readonly base?: Position;
  /** The position in the revision; absent if the subject was removed. */
  readonly revision?: Position;
  /**
   * The affected parts for which `class` applies, ordered by operation. Empty if the whole document
   * changed.
   */
  readonly affects: readonly Affected[];
  /** The affected parts for which the change is milder than `class`; absent if no such part exists. */
  readonly milderIn?: readonly Affected[];
  /** A sentence that describes the change. */
  readonly message: string;
  /** A sentence with the reason for the class. */
  readonly why: string;
  /** A value that only the base or only the revision accepts, which proves the break. */
  readonly witness?: Witness;
  /** The old and the new text of a description. */
  readonly texts?: ChangedTexts;
  /**
   * The `x-sunset` date of a deprecated object, as the document contains it. From this date the object may
   * be removed (RFC 8594).
   */
  readonly sunset?: string;
  /**
   * A hash of the rule, the subject, and the old and new values, as twelve hexadecimal digits. Positions
   * and texts do not affect the hash, so the same change has the same fingerprint in every comparison.
   */
  readonly fingerprint: string;
}

/** A text of a document before and after a change. A side is absent if the text did not exist. */
export interface ChangedTexts {
  readonly before?: string;
  readonly after?: string;
}

/** A value that only one of two schemas accepts. */
export interface Witness {
  readonly value: JsonValue;
  /** The contract whose schema accepts the value. The schema of the other contract rejects the value. */
  readonly validIn: "base" | "revision";
}

/** Reports whether a change breaks clients, or may break them. */
export function isBreak({ class: each }: Pick<Change, "class">): boolean {
  return each === "breaking" || each === "potentially-breaking";
}

/** Compares classes, the worst first. */
export function compareClasses(left: ChangeClass, right: ChangeClass): number {
  return changeClasses.indexOf(left) - changeClasses.indexOf(right);
}
