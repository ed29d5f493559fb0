import type { Contract } from "@specwright/contract";
import type { Direction, Subject } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { SchemaComparer } from "../schema-comparer.ts";
import {
  containmentFor,
  type EditJudgement,
  judgeContainment,
  judgeEdit,
  severityOf,
} from "./judge-edit.ts";
import { type ReachedUse, reachedUses } from "./reached-uses.ts";
import type { SchemaEdit } from "./schema-edit.ts";
import type { SchemaPair } from "./schema-pairs.ts";
import { pathBetween, SchemaSubjects } from "./schema-subject.ts";
import { viewOf } from "./schema-view.ts";

/** Returns what changed in the schemas of two contracts, each edit once with all its uses. */
export function schemaChanges(
  base: Contract,
  revision: Contract,
  comparer: SchemaComparer,
  pairs: readonly SchemaPair[],
): readonly ChangeDraft[] {
  const recorder = new SchemaRecorder(base, revision, comparer);
  for (const pair of pairs) {
    if (pair.edits.length > 0) recorder.record(pair);
  }
  for (const pair of pairs) {
    if (pair.uses.length > 0) recorder.recordUnexplained(pair);
  }
  return recorder.drafts;
}

class SchemaRecorder {
  readonly drafts: ChangeDraft[] = [];
  readonly #comparer: SchemaComparer;
  readonly #baseSubjects: SchemaSubjects;
  readonly #revisionSubjects: SchemaSubjects;
  /** The worst severity that the edits explain, of each whole schema in each direction. */
  readonly #explained = new Map<SchemaPair, Map<string, number>>();

  constructor(base: Contract, revision: Contract, comparer: SchemaComparer) {
    this.#comparer = comparer;
    this.#baseSubjects = new SchemaSubjects(base);
    this.#revisionSubjects = new SchemaSubjects(revision);
  }

  /** Records the edits of a pair that is used anywhere. */
  record(pair: SchemaPair): void {
    const uses = reachedUses(pair);
    for (const edit of pair.edits) {
      const counted = uses.filter(({ areEqual }) => edit.without === undefined || !areEqual);
      const judged = counted.map((use) => ({ use, judgement: this.#judge(pair, edit, use) }));
      const worst = judged.toSorted(
        (left, right) => severityOf(left.judgement) - severityOf(right.judgement),
      )[0];
      if (worst === undefined) continue;
      for (const { use, judgement } of judged) this.#explain(use, judgement);
      this.#recordEdit(pair, edit, counted, worst.judgement);
    }
  }

  /** Records that a whole schema changed in a way that none of its edits explains. */
  recordUnexplained(pair: SchemaPair): void {
    if (this.#comparer.areEqual(pair.base, pair.revision)) return;
    const uses = pair.uses.map(
      (use): ReachedUse => ({ use, root: pair, inside: false, areEqual: false }),
    );
    for (const direction of ["request", "response"] as const) {
      const affected = uses.filter(({ use }) => use.direction === direction);
      if (affected.length === 0) continue;
      const result = this.#comparer.compare(pair.base, pair.revision, direction);
      const judgement = judgeContainment(containmentFor(result, direction), direction);
      const explained = this.#explained.get(pair)?.get(direction) ?? Number.POSITIVE_INFINITY;
      if (judgement.class === "non-breaking" || severityOf(judgement) >= explained) continue;
      this.#recordEdit(pair, unexplained, affected, judgement);
    }
  }

  #judge(pair: SchemaPair, edit: SchemaEdit, { use, root }: ReachedUse): EditJudgement {
    const { direction } = use;
    const judgement = judgeEdit(this.#comparer, pair, edit, direction);
    if (edit.without === undefined || judgement.class === "docs") return judgement;
    // Another part of the schema may already say what the edit says.
    const whole = this.#comparer.compare(root.base, root.revision, direction);
    const judged = judgeContainment(containmentFor(whole, direction), direction);
    return judged.class === "non-breaking" ? (edit.least?.(direction) ?? judged) : judgement;
  }

  #explain({ use, root }: ReachedUse, judgement: EditJudgement): void {
    const byDirection = this.#explained.get(root) ?? new Map<string, number>();
    const known = byDirection.get(use.direction) ?? Number.POSITIVE_INFINITY;
    byDirection.set(use.direction, Math.min(known, severityOf(judgement)));
    this.#explained.set(root, byDirection);
  }

  #recordEdit(
    pair: SchemaPair,
    edit: SchemaEdit,
    uses: readonly ReachedUse[],
    { witness, ...judgement }: EditJudgement,
  ): void {
    const subject = this.#subjectOf(pair, uses);
    const { effect } = this.#comparer.compare(edit.without ?? pair.revision, viewOf(pair.revision));
    const { base = pair.base.source, revision = pair.revision.source } = edit.at ?? {};
    this.drafts.push({
      rule: edit.rule,
      ...judgement,
      subject,
      ...(edit.without !== undefined && { effect }),
      direction: directionOf(uses),
      details: edit.details,
      base,
      revision,
      affects: uses.map(({ use: { operation, part, direction }, inside }) => ({
        operation,
        part,
        direction,
        ...(inside && { inside }),
      })),
      message: sentence(edit.describe(nameOf(subject))),
      ...(witness && { witness }),
      ...(edit.sunset !== undefined && { sunset: edit.sunset }),
    });
  }

  #subjectOf(pair: SchemaPair, uses: readonly ReachedUse[]): Subject {
    const named =
      this.#revisionSubjects.subjectOf(pair.revision) ?? this.#baseSubjects.subjectOf(pair.base);
    if (named !== undefined) return named;
    const [first] = uses.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
    if (first === undefined) return { kind: "document", name: "schemas" };
    const { subject } = first.use;
    const path = pathBetween(first.root.revision.source, pair.revision.source);
    const parts = [subject.path, path].filter((each) => each !== undefined && each !== "");
    return { ...subject, ...(parts.length > 0 && { path: parts.join(": ") }) };
  }
}

const unexplained: SchemaEdit = {
  rule: "schema-changed",
  details: [],
  describe: (name) => `${name} accepts other values than before.`,
};

function keyOf({ use }: ReachedUse): string {
  return `${use.subject.name} ${use.subject.path ?? ""} ${use.operation} ${use.part}`;
}

function directionOf(uses: readonly ReachedUse[]): Direction {
  const [first, ...others] = new Set(uses.map(({ use }) => use.direction));
  return first === undefined || others.length > 0 ? "both" : first;
}

/** Returns how to call a schema in a sentence. */
function nameOf({ kind, name, path }: Subject): string {
  if (kind === "schema") return path === undefined ? `\`${name}\`` : `\`${path}\` of \`${name}\``;
  const [part, inner] = (path ?? "").split(": ");
  const place = part === "" ? name : `the ${part} of ${name}`;
  return inner === undefined ? place : `\`${inner}\` in ${place}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
