import { canonicalText } from "../changes/canonical-text.ts";
import { type Affected, compareClasses, type Subject } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Comparison } from "../comparison.ts";

/** A change found in one operation, which others may share. */
export interface LocalDraft extends ChangeDraft {
  /** The operation, or the part of it: the subject if no other operation shares the change. */
  readonly local: Subject;
  readonly affects: readonly Affected[];
}

/**
 * Changes that are gathered by their origin, so that a change of a part that many operations share
 * is recorded once, with all of them.
 */
export class DraftGroups {
  readonly #groups = new Map<string, LocalDraft[]>();

  /** Adds a change of one operation. */
  add(draft: LocalDraft): void {
    const { rule, base, revision, details = [] } = draft;
    const places = [base?.file, base?.pointer, revision?.file, revision?.pointer];
    const key = canonicalText([rule, ...places.map((each) => each ?? null), ...details]);
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, [draft]);
    else group.push(draft);
  }

  /** Records one change for each origin. */
  recordAll(comparison: Comparison): void {
    for (const group of this.#groups.values()) {
      const [worst] = [...group].sort((left, right) => compareClasses(left.class, right.class));
      if (worst === undefined) continue;
      const isWorst = ({ class: each, surface }: LocalDraft): boolean =>
        each === worst.class && surface === worst.surface;
      const reached = group.flatMap((each) => each.affects);
      const affects = group.filter(isWorst).flatMap((each) => each.affects);
      const milderIn = group.filter((each) => !isWorst(each)).flatMap((each) => each.affects);
      const directions = new Set(group.map((each) => each.direction));
      const isLocal =
        new Set(reached.map(({ operation, part }) => `${operation} ${part}`)).size < 2;
      const { local, ...draft } = worst;
      comparison.record({
        ...draft,
        subject: isLocal ? local : draft.subject,
        affects,
        milderIn,
        ...(directions.size > 1 && { direction: "both" }),
      });
    }
  }
}
