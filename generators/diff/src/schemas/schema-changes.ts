import type { Contract, ObjectSchema, Schema } from "@specwright/contract";
import { combineEffects, type Effect, isObject } from "@specwright/schemas";
import type { Source } from "@specwright/spec-loader";
import { type ChangeDraft, keywordsOf } from "../changes/change-draft.ts";
import type { ContainmentJudge } from "./containment-judge.ts";
import {
  type EditJudgement,
  judgeContainment,
  judgeEdit,
  judgeUnsent,
  takenForAnother,
  withoutEffect,
} from "./judge-edit.ts";
import { PairSubjects, subjectName } from "./pair-subjects.ts";
import { PairVerdicts } from "./pair-verdicts.ts";
import {
  affectedBy,
  type JudgedUse,
  type ReachedUse,
  reachedUses,
  sharedDirection,
} from "./reached-uses.ts";
import {
  isAboutName,
  type Judgement,
  namesOf,
  type SchemaEdit,
  severityRank,
} from "./schema-edit.ts";
import type { SchemaPair } from "./schema-pairs.ts";
import type { SchemaUse } from "./schema-use.ts";
import { viewOf } from "./schema-view.ts";
import { asTexts, isSentAsText, listsTexts } from "./sent-text.ts";
import { sidesText } from "./shape-text.ts";
import { writtenSchema } from "./written-schema.ts";

/**
 * Returns the changes of all schemas of two contracts. Each edit appears once, with all uses that it
 * affects.
 */
export function schemaChanges(
  base: Contract,
  revision: Contract,
  judge: ContainmentJudge,
  pairs: readonly SchemaPair[],
): readonly ChangeDraft[] {
  const verdicts = new PairVerdicts(judge, pairs);
  const recorder = new SchemaRecorder(base, revision, judge, verdicts);
  for (const pair of pairs) {
    if (pair.edits.length > 0) recorder.record(pair);
  }
  recorder.recordUnexplained(pairs);
  return recorder.drafts;
}

class SchemaRecorder {
  readonly drafts: ChangeDraft[] = [];
  readonly #judge: ContainmentJudge;
  readonly #verdicts: PairVerdicts;
  readonly #subjects: PairSubjects;
  /**
   * For each schema of a use and each direction, the rank of the worst judgement among its recorded edits.
   */
  readonly #explained = new Map<SchemaPair, Map<string, number>>();

  constructor(base: Contract, revision: Contract, judge: ContainmentJudge, verdicts: PairVerdicts) {
    this.#judge = judge;
    this.#verdicts = verdicts;
    this.#subjects = new PairSubjects(base, revision);
  }

  record(pair: SchemaPair): void {
    const reached = reachedUses(pair);
    const sent = reached.filter(({ use }) => use.place !== "name");
    const uses = sent.length > 0 ? sent : reached;
    for (const edit of pair.edits.filter((each) => !isOnlyRewriting(pair, each))) {
      const isAlwaysReported = edit.without === undefined || edit.isStructural === true;
      const counted = uses.filter(
        (each) => (isAlwaysReported || !each.areEqual) && !isSameText(pair, edit, each),
      );
      const judged = counted.map((use) => ({ use, judgement: this.#judgeUse(pair, edit, use) }));
      const worst = judged.toSorted(
        (left, right) => severityRank(left.judgement) - severityRank(right.judgement),
      )[0];
      if (worst === undefined) continue;
      for (const { use, judgement } of judged) this.#explain(use, judgement);
      if (pair.isConstantReported && constantRules.has(edit.rule)) continue;
      this.#recordEdit(pair, edit, judged, worst.judgement);
    }
  }

  /**
   * Records a change for each schema that accepts different values although none of its edits explains the
   * difference. Records the innermost schemas with such a difference.
   */
  recordUnexplained(pairs: readonly SchemaPair[]): void {
    const culprits = new Map<SchemaPair, Set<"request" | "response">>();
    for (const pair of pairs) {
      const uses = pair.uses.filter(
        (use) => use.place !== "name" && !this.#isReadAsText(pair, use),
      );
      for (const direction of new Set(uses.map((use) => use.direction))) {
        if (!this.#isUnexplained(pair, direction)) continue;
        for (const culprit of this.#innermost(pair, direction)) {
          culprits.set(culprit, (culprits.get(culprit) ?? new Set()).add(direction));
        }
      }
    }
    for (const [pair, directions] of culprits) {
      const details = [writtenSchema(pair.base), writtenSchema(pair.revision)];
      const uses = reachedUses(pair).filter(
        ({ use }) => use.place !== "name" && directions.has(use.direction),
      );
      const [worst] = [...directions]
        .map((direction) => this.#verdicts.judge(pair, direction))
        .toSorted((left, right) => severityRank(left) - severityRank(right));
      const judged = uses.map((use) => ({
        use,
        judgement: this.#verdicts.judge(pair, use.use.direction),
      }));
      const edit = { ...unexplainedEdit(pair), details };
      if (worst !== undefined) this.#recordEdit(pair, edit, judged, worst);
    }
  }

  #isUnexplained(pair: SchemaPair, direction: "request" | "response"): boolean {
    const explained = this.#explained.get(pair)?.get(direction) ?? Number.POSITIVE_INFINITY;
    if (explained === 0 || this.#verdicts.isSafeByParts(pair, direction)) return false;
    const judgement = this.#verdicts.judge(pair, direction);
    return judgement.class !== "non-breaking" && severityRank(judgement) < explained;
  }

  /** Returns the unsafe pairs inside a pair that contain no further unsafe pair. */
  #innermost(pair: SchemaPair, direction: "request" | "response"): SchemaPair[] {
    const found: SchemaPair[] = [];
    const seen = new Set([pair]);
    const waiting = [pair];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const unsafe = this.#verdicts
        .childrenOf(next)
        .filter((child) => this.#verdicts.judge(child, direction).class !== "non-breaking");
      if (unsafe.length === 0) found.push(next);
      for (const child of unsafe) {
        if (seen.has(child)) continue;
        seen.add(child);
        waiting.push(child);
      }
    }
    // In a cycle of schemas, every unsafe pair contains a different unsafe pair.
    return found.length > 0 ? found : [pair];
  }

  #judgeUse(pair: SchemaPair, edit: SchemaEdit, reached: ReachedUse): EditJudgement {
    const { direction } = reached.use;
    if (pair.isRewritten && edit.without !== undefined)
      return edit.least?.(direction) ?? withoutEffect;
    const judgement = judgeEdit(this.#judge, pair, edit, direction);
    const text = this.#judgeText(judgement, pair, edit, reached);
    if (text !== judgement) return text;
    if (reached.unsent.includes(direction)) return judgeUnsent(judgement, direction);
    const { alternative } = edit;
    const isHidden = judgement.class === "docs" || isSafe(judgement);
    if (alternative?.direction === direction && isHidden) {
      const isTaken = this.#verdicts.isTakenForAnother(pair, alternative.schema, direction);
      return isTaken ? takenForAnother : judgement;
    }
    if (edit.without === undefined || edit.isOfOverlap || judgement.class === "docs")
      return judgement;
    if (judgement.class === "non-breaking" && !isAboutName(edit)) return judgement;
    const around = reached.around.map((each) => this.#verdicts.judge(each, direction));
    // A different schema for the same value may have the same effect, or may declare the property that the
    // edit removes.
    const isSaid =
      around.some((each) => each.class === "non-breaking") &&
      !reached.around.some((each) => this.#verdicts.isHidden(pair, each, direction));
    if (!isSaid) {
      return around.find((each) => isAboutProperty(edit, each)) ?? judgement;
    }
    return edit.least?.(direction) ?? judgeContainment({ verdict: "proved" }, direction);
  }

  /** Returns a milder judgement if values are sent as text and their texts stay the same. */
  #judgeText(
    judgement: EditJudgement,
    { base, revision, ...pair }: SchemaPair,
    { without, ...edit }: SchemaEdit,
    { use: { place, direction } }: ReachedUse,
  ): EditJudgement {
    if (!isSentAsText(place) || without === undefined) return judgement;
    const [before = base, after = revision, between] = asTexts([base, revision, without], place);
    if (between === undefined) return judgement;
    const texts = { ...pair, base: before, revision: after };
    const ofText = judgeEdit(this.#judge, texts, { ...edit, without: between }, direction);
    const isOtherType = edit.rule === "type-changed" || !isSafe(judgement);
    if (isSafe(ofText) && isOtherType && typeRules.test(edit.rule)) return sameText;
    return severityRank(ofText) > severityRank(judgement) ? ofText : judgement;
  }

  /**
   * Reports whether receivers can read every text that is sent for one schema as a value of the other
   * schema.
   */
  #isReadAsText({ base, revision }: SchemaPair, { place, direction }: SchemaUse): boolean {
    if (!isSentAsText(place)) return false;
    const [before, after] = asTexts([base, revision], place);
    if (before === undefined || after === undefined) return false;
    return this.#judge.containment(before, after, direction).verdict === "proved";
  }

  #explain({ use, root }: ReachedUse, judgement: EditJudgement): void {
    const byDirection = this.#explained.get(root) ?? new Map<string, number>();
    const known = byDirection.get(use.direction) ?? Number.POSITIVE_INFINITY;
    byDirection.set(use.direction, Math.min(known, severityRank(judgement)));
    this.#explained.set(root, byDirection);
  }

  #recordEdit(
    pair: SchemaPair,
    edit: SchemaEdit,
    judged: readonly JudgedUse[],
    { witness, ...judgement }: EditJudgement,
  ): void {
    const uses = judged.map(({ use }) => use);
    const { subject, places } = this.#subjects.of(pair, uses);
    const keywords = keywordsOf(edit);
    const { base, revision } = edit.at ?? {
      base: sourceOfKeyword(pair.base, keywords),
      revision: sourceOfKeyword(pair.revision, keywords),
    };
    // If no operation uses a schema, a change affects only its type in generated code.
    const sent = uses.filter(({ use }) => use.place !== "name");
    const isUnused = sent.length === 0 && judgement.surface === "wire";
    this.drafts.push({
      rule: edit.rule,
      ...judgement,
      ...(isUnused && unused),
      subject,
      ...(edit.without && { effect: this.#effectOf(pair, edit.without, sent) }),
      ...(sent.length > 0 && { direction: sharedDirection(sent) }),
      details: [...edit.details, ...places],
      ...(base && { base }),
      ...(revision && { revision }),
      ...affectedBy(judged, judgement),
      message: capitalizeFirst(edit.describe(subjectName(subject))),
      ...(witness && { witness }),
      ...(edit.sunset !== undefined && { sunset: edit.sunset }),
      ...(edit.texts !== undefined && { texts: edit.texts }),
    });
  }

  /**
   * Returns how an edit changes the set of accepted values, in the directions in which the values are sent.
   */
  #effectOf(pair: SchemaPair, without: ObjectSchema, uses: readonly ReachedUse[]): Effect {
    if (pair.isRewritten) return "equal";
    const revision = viewOf(pair.revision);
    const directions = new Set(uses.map(({ use }) => use.direction));
    const effects = [...directions].map((each) => this.#judge.effect(without, revision, each));
    return effects.length === 0 ? this.#judge.effect(without, revision) : combineEffects(effects);
  }
}

/** The rules about constants. An enum with one value is a constant too. */
const constantRules: ReadonlySet<string> = new Set([
  "const-changed",
  "enum-value-added",
  "enum-value-removed",
]);

/** Reports whether all edits together have no effect, and this edit adds or removes no named schema. */
function isOnlyRewriting({ isRewritten }: SchemaPair, edit: SchemaEdit): boolean {
  return isRewritten && edit.without !== undefined && edit.isNamed !== true;
}

/** Reports whether the example of a break contains a property that the edit added or removed. */
function isAboutProperty(edit: SchemaEdit, { witness }: EditJudgement): boolean {
  const value = witness?.value;
  return (
    value !== undefined &&
    isObject(value) &&
    namesOf(edit).some((name) => typeof name === "string" && Object.hasOwn(value, name))
  );
}

/** Replaces the surface and the reason of a change if no operation uses the schema. */
const unused = {
  surface: "code",
  why: "No operation uses it, but code that uses its generated type may no longer compile.",
} as const;

/** Returns the edit for a schema whose changed values no single keyword explains. */
function unexplainedEdit({ base, revision }: SchemaPair): Omit<SchemaEdit, "details"> {
  const sides = sidesText(viewOf(base), viewOf(revision));
  return {
    rule: "schema-changed",
    describe: (name) => `${name} accepts different values than before${sides}.`,
  };
}

function capitalizeFirst(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The rules about edits that may change a type in generated code. */
const typeRules = /^(?:type|nullable|enum|const)-/;

function isSafe({ class: each }: Judgement): boolean {
  return each === "non-breaking" || each === "docs";
}

/**
 * Reports whether the values that an edit adds or removes have the same texts as values of the other
 * schema, and a different edit reports their new type.
 */
function isSameText({ base, revision, edits }: SchemaPair, edit: SchemaEdit, { use }: ReachedUse) {
  if (!isSentAsText(use.place) || !edits.some(({ rule }) => rule === "type-changed")) return false;
  if (edit.rule === "enum-value-added") return listsTexts(base, edit.details);
  return edit.rule === "enum-value-removed" && listsTexts(revision, edit.details);
}

/** The judgement of a changed type whose values are sent as the same texts. */
const sameText: Judgement = {
  class: "breaking",
  surface: "code",
  why: "Requests and responses stay the same, but the type in generated code changes.",
};

/**
 * Returns the position of the outermost schema that has one of the keywords. Searches the schema itself,
 * and then the schemas that it refers to or wraps. If none has a keyword, returns the position of the
 * schema itself.
 */
function sourceOfKeyword(schema: Schema, keywords: readonly string[]): Source {
  const seen = new Set<Schema>();
  const waiting: Schema[] = [schema];
  for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
    if (each.kind === "boolean" || seen.has(each)) continue;
    seen.add(each);
    const { raw, ref, allOf = [], anyOf = [], oneOf = [] } = each;
    if (keywords.some((keyword) => Object.hasOwn(raw, keyword))) return each.source;
    waiting.push(...(ref ? [ref.target] : []), ...allOf, ...anyOf, ...oneOf);
  }
  return schema.source;
}
