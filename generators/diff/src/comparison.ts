import type { Contract, Schema } from "@specwright/contract";
import { SchemaComparer } from "@specwright/schemas";
import type { Change } from "./changes/change.ts";
import type { ChangeDraft } from "./changes/change-draft.ts";
import { fingerprintOf } from "./changes/fingerprint.ts";
import { keywordsOf } from "./changes/keywords-of.ts";
import { orderAffected, orderChanges } from "./changes/order-changes.ts";
import { placeOfKeyword } from "./changes/place-of-keyword.ts";
import {
  type ComparisonOptions,
  type ComparisonSettings,
  settingsOf,
} from "./comparison-options.ts";
import { ContainmentJudge } from "./schemas/containment-judge.ts";
import { schemaChanges } from "./schemas/schema-changes.ts";
import { SchemaPairs } from "./schemas/schema-pairs.ts";
import type { SchemaUse } from "./schemas/schema-use.ts";

// An answer that takes longer is "potentially breaking", and a document has many schemas.
const maxSteps = 12_000;

/** A comparison in progress: the two contracts, and the changes found so far. */
export class Comparison {
  readonly base: Contract;
  readonly revision: Contract;
  readonly settings: ComparisonSettings;
  readonly #changes: Change[] = [];
  readonly #judge: ContainmentJudge;
  readonly #pairs: SchemaPairs;

  constructor(base: Contract, revision: Contract, options: ComparisonOptions = {}) {
    this.base = base;
    this.revision = revision;
    this.settings = settingsOf(options);
    const comparer = new SchemaComparer({ undeclaredNamesAreReserved: true, maxSteps });
    comparer.add([...base.declarations, ...revision.declarations].map(({ schema }) => schema));
    this.#judge = new ContainmentJudge(comparer);
    this.#pairs = new SchemaPairs(base, revision, this.#judge, this.settings);
  }

  /** Adds a change. */
  record(draft: ChangeDraft): void {
    const { rule, details = [], base, revision, affects = [], milderIn = [], ...rest } = draft;
    const milder = orderAffected(milderIn, affects);
    const keywords = keywordsOf(draft);
    this.#changes.push({
      ruleId: rule,
      ...rest,
      ...(base && { base: placeOfKeyword(this.base, base, keywords) }),
      ...(revision && { revision: placeOfKeyword(this.revision, revision, keywords) }),
      affects: orderAffected(affects),
      ...(milder.length > 0 && { milderIn: milder }),
      fingerprint: fingerprintOf(rule, draft.subject, details),
    });
  }

  /**
   * Compares the schema of a place with its revision. Its changes are recorded when all uses are
   * known, since a schema may be used in many places.
   */
  compareSchemas(base: Schema, revision: Schema, use: SchemaUse): void {
    this.#pairs.add(base, revision, use);
  }

  /** Notes that another change tells which constant two schemas accept. */
  tellConstant(base: Schema, revision: Schema): void {
    this.#pairs.tellConstant(base, revision);
  }

  /** Compares the schemas of all places, and returns all changes, the worst first. */
  changes(): readonly Change[] {
    const pairs = this.#pairs.compare();
    for (const draft of schemaChanges(this.base, this.revision, this.#judge, pairs)) {
      this.record(draft);
    }
    return orderChanges(this.#changes);
  }
}
