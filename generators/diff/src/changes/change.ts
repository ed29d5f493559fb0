// A change between two contracts, as every reader of changes gets it: the command line, changesets,
// changelogs and feeds.

import type { Effect } from "@specwright/schemas";
import type { JsonValue, Position } from "@specwright/spec-loader";
import type { RuleId } from "../rules/rules.ts";

/** What a change means for those who use the interface, the worst first. */
export const changeClasses = [
  "breaking",
  "potentially-breaking",
  "deprecation",
  "non-breaking",
  "docs",
] as const;

/** What a change means for those who use the interface. */
export type ChangeClass = (typeof changeClasses)[number];

/**
 * The innermost thing that a change touches: what is sent (`wire`), only the names and types of
 * generated code (`code`), or only descriptions (`docs`). A change of the wire changes the code,
 * too.
 */
export type Surface = "wire" | "code" | "docs";

/**
 * The flow of the changed data, from the provider's side: `request` is what the provider reads (the
 * requests of OpenAPI, what an AsyncAPI application receives), `response` is what it writes.
 */
export type Direction = "request" | "response" | "both";

/** The thing that changed. */
export interface Subject {
  readonly kind:
    | "document"
    | "server"
    | "security-scheme"
    | "tag"
    /** A named schema, or an inline one under the name of what uses it. */
    | "schema"
    | "operation"
    /** A path of OpenAPI, for what its operations share. */
    | "path"
    /** A part of OpenAPI that operations share, such as `parameters/Limit`. */
    | "component"
    | "webhook"
    | "channel"
    | "message";
  /** Such as `Order`, `GET /orders/{id}`, `orders` or `order_update`. */
  readonly name: string;
  /** The place inside the subject, such as `lines[].price` or `response 200`; absent for all of it. */
  readonly path?: string;
}

/** What a change reaches: an operation, and the part of it. */
export interface Affected {
  /** Such as `GET /orders/{id}`, `send orders` or `webhook orderShipped`. */
  readonly operation: string;
  /**
   * Such as `request body`, `response 200`, `query parameter limit` or `message order_update`; empty
   * if only the operation is known, as in what a publisher tells.
   */
  readonly part: string;
  readonly direction: "request" | "response";
  /** True if the change is about a value inside the part, such as a property of a body. */
  readonly inside?: boolean;
}

/** A change between two contracts. */
export interface Change {
  /** The rule that found it; `rules` describes it. */
  readonly ruleId: RuleId;
  readonly class: ChangeClass;
  readonly surface: Surface;
  readonly subject: Subject;
  /** What it does to the set of accepted values; absent where there is no such set. */
  readonly effect?: Effect;
  /** Absent if the change is about neither requests nor responses. */
  readonly direction?: Direction;
  /** The place in the base; absent for what was added. */
  readonly base?: Position;
  /** The place in the revision; absent for what was removed. */
  readonly revision?: Position;
  /**
   * What the change reaches, ordered by operation, where it has its class; empty for a change of the
   * whole document.
   */
  readonly affects: readonly Affected[];
  /** What it reaches as well, but where it means less; absent if there is nothing. */
  readonly milderIn?: readonly Affected[];
  /** What changed, as a sentence. */
  readonly message: string;
  /** Why it has its class, as a sentence. */
  readonly why: string;
  /** A value that only the base or only the revision accepts, which proves the break. */
  readonly witness?: Witness;
  /** The texts before and after, if it is one of a description. */
  readonly texts?: ChangedTexts;
  /** The date from which a deprecated thing may be removed (`x-sunset`, RFC 8594), as written. */
  readonly sunset?: string;
  /**
   * Twelve hexadecimal digits of a hash over the rule, the subject and what changed, from what and
   * to what, but not over positions or texts: the same change has the same fingerprint in every
   * comparison, and no other one has it.
   */
  readonly fingerprint: string;
}

/** A text of a document before and after a change; absent where it was not written. */
export interface ChangedTexts {
  readonly before?: string;
  readonly after?: string;
}

/** A value that proves that two schemas do not accept the same. */
export interface Witness {
  readonly value: JsonValue;
  /** Which of the two schemas accepts it; the other does not. */
  readonly validIn: "base" | "revision";
}

/** Reports whether a change breaks somebody, or may. */
export function isBreak({ class: each }: Pick<Change, "class">): boolean {
  return each === "breaking" || each === "potentially-breaking";
}

/** Compares classes, the worst first. */
export function compareClasses(left: ChangeClass, right: ChangeClass): number {
  return changeClasses.indexOf(left) - changeClasses.indexOf(right);
}
