import type { Clause } from "../../report/clause.ts";
import { ConformanceError, failClause } from "../../report/conformance-error.ts";
import type { ChannelGroup } from "../line/channel-judge.ts";
import type { SequencedName, StimulusAction } from "../stimulus/stimulus.ts";
import type { CheckContext } from "./check-context.ts";

/** A rule of the streams contract, and the check of the rule. */
export interface CheckedClause extends Clause {
  readonly needs?: readonly StimulusAction[];
  /**
   * When the clause is judged. `watch`: after the other clauses, from all frames that their connections
   * have received. `last`: at the very end, because the check stops the server. Default: together with the
   * other clauses.
   */
  readonly when?: "watch" | "last";
  /**
   * The channels that must be observed before the clause is judged. Set for clauses that follow from the
   * contract.
   */
  readonly observes?: ChannelGroup;
  /**
   * Judges the server and resolves with an observation.
   *
   * @throws ConformanceError `clause_failed` or `clause_not_run`.
   */
  readonly check: (context: CheckContext) => Promise<string>;
}

/** Returns a clause that is judged on each sequenced channel. */
export function clauseForEachChannel(
  id: string,
  source: string,
  sentence: string,
  check: (context: CheckContext, channel: SequencedName) => Promise<string>,
): CheckedClause {
  return {
    ...{ id, source, sentence },
    check: (context) => onEachChannel(context, (channel) => check(context, channel)),
  };
}

/** Runs a check on each sequenced channel, in parallel. The first failure mentions its channel. */
export async function onEachChannel(
  context: CheckContext,
  check: (channel: SequencedName) => Promise<string>,
): Promise<string> {
  const seen = await Promise.all(
    context.channels.map(async (channel) => {
      try {
        return { channel, text: await check(channel), error: undefined };
      } catch (error) {
        return { channel, text: "", error };
      }
    }),
  );
  const failed = seen.filter(({ error }) => error !== undefined);
  const worst =
    failed.find(({ error }) => !(error instanceof ConformanceError)) ??
    failed.find(({ error }) => (error as ConformanceError).code === "clause_failed");
  if (worst?.error instanceof ConformanceError)
    failClause(`/${worst.channel}: ${worst.error.seen}`);
  if (worst !== undefined) throw worst.error;
  const judged = seen.filter(({ error }) => error === undefined);
  const [first] = failed;
  if (judged.length === 0 && first !== undefined) throw first.error;
  const left = failed.map(({ channel }) => `/${channel}`).join(", ");
  return `${judged[0]?.text ?? ""}${left === "" ? "" : ` (not tested on ${left})`}`;
}
