import type { Contract, Schema } from "@specwright/contract";
import { SchemaComparer } from "@specwright/schemas";
import { compareCodePoints } from "@specwright/spec-loader";
import { type Affected, type Change, compareClasses } from "./changes/change.ts";
import {
  type ChangeDraft,
  fingerprintOf,
  keywordsOf,
  placeOfKeyword,
} from "./changes/change-draft.ts";
import type { ComparisonOptions, ComparisonSettings } from "./comparison-options.ts";
import { withAnnouncedEnd } from "./lifecycle/removed-properties.ts";
import { ContainmentJudge } from "./schemas/containment-judge.ts";
import { schemaChanges } from "./schemas/schema-changes.ts";
import { SchemaPairs } from "./schemas/schema-pairs.ts";
import type { SchemaUse } from "./schemas/schema-use.ts";

// The comparison of two schemas stops after this number of steps. Its result is then undecided
// ("potentially breaking").
const maxSteps = 30_000;

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
    const comparer = new SchemaComparer({
      undeclaredNamesAreReserved: true,
      formatsAreRules: true,
      maxSteps,
    });
    comparer.addContract(base);
    comparer.addContract(revision);
    this.#judge = new ContainmentJudge(comparer);
    this.#pairs = new SchemaPairs(base, revision, this.#judge, this.settings);
  }

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
   * Adds a schema and its revision to the schemas that `changes` compares. That comparison runs last
   * because it must know all uses of a schema.
   */
  compareSchemas(base: Schema, revision: Schema, use: SchemaUse): void {
    this.#pairs.add(base, revision, use);
  }

  /**
   * Omits the change of the constant in two schemas, because a different change already reports the
   * constant.
   */
  omitConstantChange(base: Schema, revision: Schema): void {
    this.#pairs.omitConstantChange(base, revision);
  }

  /** Compares the added schemas, and returns all recorded changes, the worst first. */
  changes(): readonly Change[] {
    const pairs = this.#pairs.compare();
    for (const draft of schemaChanges(this.base, this.revision, this.#judge, pairs)) {
      this.record(withAnnouncedEnd(draft, this.base, this.settings.today));
    }
    return orderChanges(this.#changes);
  }
}

function settingsOf(options: ComparisonOptions): ComparisonSettings {
  const {
    today = new Date().toISOString().slice(0, 10),
    deprecationDays = {},
    basePaths = [],
  } = options;
  const { stable = 0, beta = 0 } = deprecationDays;
  return { today, deprecationDays: { stable, beta }, basePaths };
}

/** Orders changes: the worst class first, then by subject, rule and fingerprint. */
function orderChanges(changes: readonly Change[]): Change[] {
  return [...changes].sort(
    (left, right) =>
      compareClasses(left.class, right.class) ||
      compareCodePoints(subjectKey(left), subjectKey(right)) ||
      compareCodePoints(left.ruleId, right.ruleId) ||
      compareCodePoints(left.fingerprint, right.fingerprint),
  );
}

/** Sorts affected parts. Removes duplicates and all parts that `without` lists. */
function orderAffected(
  affected: readonly Affected[],
  without: readonly Affected[] = [],
): Affected[] {
  const byKey = new Map(affected.map((each) => [affectedKey(each), each]));
  for (const each of without) byKey.delete(affectedKey(each));
  return [...byKey.keys()].sort(compareCodePoints).flatMap((key) => byKey.get(key) ?? []);
}

function subjectKey({ subject: { kind, name, path = "" } }: Change): string {
  return `${kind} ${name} ${path}`;
}

function affectedKey({ operation, part, direction }: Affected): string {
  return `${operation} ${part} ${direction}`;
}
