// A change between two contracts. The command line, changesets, changelogs and feeds share it.

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
 * The part that a change affects: requests and responses (`wire`), only names and types of generated
 * code (`code`), or only descriptions (`docs`). A change of the wire also changes the code.
 */
export type Surface = "wire" | "code" | "docs";

/**
 * The direction of the changed data: the provider reads a `request` (in AsyncAPI, a message that it
 * receives) and writes a `response` (a message that it sends).
 */
export type Direction = "request" | "response" | "both";

/** The thing that changed. */
export interface Subject {
  readonly kind:
    | "document"
    | "server"
    | "security-scheme"
    | "tag"
    /** A named schema, or an inline one under the name of its user. */
    | "schema"
    | "operation"
    /** A path of OpenAPI, for the parts that its operations share. */
    | "path"
    /** A part of OpenAPI that operations share, such as `parameters/Limit`. */
    | "component"
    | "webhook"
    | "channel"
    | "message";
  /** Such as `Order`, `GET /orders/{id}`, `orders` or `order_update`. */
  readonly name: string;
  /** The place inside the subject, such as `lines[].price` or `response 200`; absent for the whole. */
  readonly path?: string;
}

/** A part of an operation that a change affects. */
export interface Affected {
  /** Such as `GET /orders/{id}`, `send orders` or `webhook orderShipped`. */
  readonly operation: string;
  /**
   * Such as `request body`, `response 200`, `query parameter limit` or `message order_update`; empty
   * if only the operation is known, as in the responses of a publisher.
   */
  readonly part: string;
  readonly direction: "request" | "response";
  /** True if the change is about a value inside the part, such as a property of a body. */
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
  /** The place in the base; absent if the subject was added. */
  readonly base?: Position;
  /** The place in the revision; absent if the subject was removed. */
  readonly revision?: Position;
  /**
   * The affected parts in which the change has its class, ordered by operation; empty for a change of
   * the whole document.
   */
  readonly affects: readonly Affected[];
  /** The affected parts in which the change has a milder class; absent if empty. */
  readonly milderIn?: readonly Affected[];
  /** The change, as a sentence. */
  readonly message: string;
  /** The reason for its class, as a sentence. */
  readonly why: string;
  /** A value that only the base or only the revision accepts, which proves the break. */
  readonly witness?: Witness;
  /** The old and the new text of a description. */
  readonly texts?: ChangedTexts;
  /** The date from which a deprecated thing may be removed (`x-sunset`, RFC 8594), as written. */
  readonly sunset?: string;
  /**
   * Twelve hexadecimal digits of a hash over the rule, the subject and the old and new values, but not
   * over positions or texts. The same change has the same fingerprint in every comparison.
   */
  readonly fingerprint: string;
}

/** A text of a document before and after a change; absent if it did not exist. */
export interface ChangedTexts {
  readonly before?: string;
  readonly after?: string;
}

/** A value that only one of two schemas accepts. */
export interface Witness {
  readonly value: JsonValue;
  /** The schema that accepts the value; the other schema rejects it. */
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
