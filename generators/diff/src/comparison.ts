import type { Contract, Schema } from "@specwright/contract";
import type { Affected, Change, Subject } from "./changes/change.ts";
import type { ChangeDraft } from "./changes/change-draft.ts";
import { fingerprintOf } from "./changes/fingerprint.ts";
import { orderAffected, orderChanges } from "./changes/order-changes.ts";

/** Where a schema is used: the part of an operation, and what to call an inline schema. */
export interface SchemaUse extends Affected {
  /** The subject of changes of a schema without a name. */
  readonly subject: Subject;
  /** The kind of place, for rules that differ by it. */
  readonly place: "body" | "parameter" | "header" | "payload";
}

/** A comparison in progress: the two contracts, and the changes found so far. */
export class Comparison {
  readonly base: Contract;
  readonly revision: Contract;
  readonly #changes: Change[] = [];

  constructor(base: Contract, revision: Contract) {
    this.base = base;
    this.revision = revision;
  }

  /** Adds a change. */
  record(draft: ChangeDraft): void {
    const { rule, details = [], base, revision, affects = [], ...rest } = draft;
    this.#changes.push({
      ruleId: rule,
      ...rest,
      ...(base && { base: this.base.locate(base) }),
      ...(revision && { revision: this.revision.locate(revision) }),
      affects: orderAffected(affects),
      fingerprint: fingerprintOf(rule, draft.subject, details),
    });
  }

  /**
   * Compares the schema of a place with its revision. Its changes are recorded when all uses are
   * known, since a schema may be used in many places.
   */
  compareSchemas(_base: Schema, _revision: Schema, _use: SchemaUse): void {
    throw new Error("to be written");
  }

  /** Returns all changes, the worst first. */
  changes(): readonly Change[] {
    return orderChanges(this.#changes);
  }
}
