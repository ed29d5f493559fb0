import type { Clause, ClauseResult } from "../report/clause.ts";
import type { Remedy } from "../report/remedy.ts";

interface Entry {
  observations: number;
  seen: string | undefined;
  failure: string | undefined;
  failures: number;
  hindrance: string | undefined;
  remedy: Remedy;
}

/**
 * Records the observations of each clause. A clause passes if it was observed and never broken. A single
 * failure makes it fail.
 */
export class ClauseLedger {
  readonly #clauses: readonly Clause[];
  readonly #entries: Map<string, Entry>;
  readonly #where: string;

  constructor(clauses: readonly Clause[], entries?: Map<string, Entry>, where: string = "") {
    this.#clauses = clauses;
    this.#where = where;
    const none = { seen: undefined, failure: undefined, hindrance: undefined };
    const empty: Entry = { observations: 0, failures: 0, ...none, remedy: { kind: "observe" } };
    this.#entries = entries ?? new Map(clauses.map(({ id }) => [id, { ...empty }]));
  }

  /**
   * Returns a view of the ledger for one place, such as a topic. Failures that are recorded through the
   * view mention this place.
   */
  of(where: string): ClauseLedger {
    return new ClauseLedger(this.#clauses, this.#entries, `${where}: `);
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /**
   * Records that a clause was observed and not broken. `seen` replaces the number of observations in the
   * report.
   */
  pass(id: string, seen?: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.observations += 1;
    if (seen !== undefined) entry.seen = seen;
  }

  /**
   * Records that a clause was broken.
   *
   * @throws RangeError for a clause that the contract does not have. Such a call is a mistake of the kit.
   */
  fail(id: string, seen: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new RangeError(`The contract has no clause ${id}.`);
    entry.failures += 1;
    entry.failure ??= this.#where + seen;
  }

  /**
   * Records why a clause may remain unjudged, and the remedy. Ignored if the clause is judged after all.
   */
  hinder(id: string, why: string, remedy: Remedy = { kind: "observe" }): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) Object.assign(entry, { hindrance: why, remedy });
  }

  /** Returns the outcome of a clause, and its observation. */
  result(id: string): Pick<ClauseResult, "outcome" | "seen" | "remedy"> {
    return entryOutcome(this.#entries.get(id));
  }

  /** Returns the results in the order of the clauses. */
  results(): readonly ClauseResult[] {
    return this.#clauses.map(
      ({ id, source, sentence }): ClauseResult => ({
        ...{ id, source, sentence, durationMs: 0 },
        ...this.result(id),
      }),
    );
  }
}

function entryOutcome(entry: Entry | undefined): Pick<ClauseResult, "outcome" | "seen" | "remedy"> {
  if (entry === undefined) return { outcome: "not run", seen: "nothing was observed" };
  const { failure, failures, observations, seen, hindrance, remedy } = entry;
  if (failure !== undefined) {
    const more = failures > 1 ? ` (${failures} times)` : "";
    return { outcome: "fail", seen: `${failure}${more}` };
  }
  if (observations > 0) {
    return {
      outcome: "pass",
      seen: seen ?? `${observations} ${observations === 1 ? "time" : "times"}`,
    };
  }
  return { outcome: "not run", seen: hindrance ?? "no occasion to observe it", remedy };
}
