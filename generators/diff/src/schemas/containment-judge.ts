import type { Schema } from "@specwright/contract";
import type { Containment, Effect, SchemaComparer } from "@specwright/schemas";
import { OverlappingBranches } from "./overlapping-branches.ts";

/** Answers what has to hold for a change of a schema to be safe. */
export class ContainmentJudge {
  readonly #comparer: SchemaComparer;
  readonly #overlapping = new OverlappingBranches();

  constructor(comparer: SchemaComparer) {
    this.#comparer = comparer;
  }

  /**
   * Decides whether requests that were valid still are, or whether responses that are valid now
   * were before. A response that the base refuses only because it matches two branches of a `oneOf`
   * counts as valid before: branches overlap by mistake, and no server looks for it before it sends
   * a response.
   */
  containment(base: Schema, revision: Schema, direction: "request" | "response"): Containment {
    const strict = this.#comparer.compare(base, revision, direction);
    if (direction === "request") return strict.baseInRevision;
    if (strict.revisionInBase.verdict === "proved") return strict.revisionInBase;
    const lenient = this.#overlapping.allowedIn(base);
    if (lenient === base) return strict.revisionInBase;
    return this.#comparer.compare(lenient, revision, direction).revisionInBase;
  }

  /** Returns what a revision does to the set of values that are accepted in a direction, or in any. */
  effect(base: Schema, revision: Schema, direction?: "request" | "response"): Effect {
    return this.#comparer.compare(base, revision, direction).effect;
  }

  /** Reports whether two schemas are proved to be two ways to write the same. */
  meanTheSame(base: Schema, revision: Schema): boolean {
    return this.#comparer.meanTheSame(base, revision);
  }

  /** Reports whether two schemas accept the same values because they say the same. */
  areEqual(base: Schema, revision: Schema): boolean {
    // A property that became read-only counts as before, except in requests.
    return (
      this.#comparer.areEqual(base, revision) &&
      this.#comparer.areEqual(base, revision, "request") &&
      this.#comparer.areEqual(base, revision, "response")
    );
  }
}
