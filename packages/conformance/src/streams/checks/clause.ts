import type { Clause } from "../../report/clause.ts";
import type { ChannelGroup } from "../line/channel-judge.ts";
import type { SequencedName, StimulusAction } from "../stimulus/stimulus.ts";
import type { CheckContext } from "./check-context.ts";

/** A rule of the streams contract, with the check that judges a server by it. */
export interface CheckedClause extends Clause {
  readonly needs?: readonly StimulusAction[];
  /**
   * When the clause is judged. `watch`: after the others, from everything they received. `last`: at
   * the very end, because it stops the server. Default: together with the others.
   */
  readonly when?: "watch" | "last";
  /** The channels that have to be observed for it, if the contract makes the clause. */
  readonly observes?: ChannelGroup;
  /**
   * Judges the server and resolves with an observation.
   *
   * @throws ConformanceError `clause_failed` or `clause_not_run`.
   */
  readonly check: (context: CheckContext) => Promise<string>;
}

/** Returns a clause that is judged on each sequenced channel. */
export function onEach(
  id: string,
  source: string,
  sentence: string,
  check: (context: CheckContext, channel: SequencedName) => Promise<string>,
): CheckedClause {
  return {
    ...{ id, source, sentence },
    check: (context) => context.onEach((channel) => check(context, channel)),
  };
}
