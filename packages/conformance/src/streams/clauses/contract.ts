// The clauses that follow from the contract of a channel, without the streams source.

import { failClause, notRun } from "../../report/conformance-error.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { type ChannelGroup, contractClauses } from "../line/channel-judge.ts";

/** Returns the clauses of a group. They are judged by everything that the group's channels received. */
function ofGroup(group: ChannelGroup): readonly CheckedClause[] {
  return contractClauses[group].map(({ id, source, sentence }) => ({
    ...{ id: `${group}.${id}`, source, sentence },
    when: "watch",
    observes: group,
    async check({ ledgers }) {
      const { outcome, seen } = ledgers[group].result(id);
      if (outcome === "fail") return failClause(seen);
      return outcome === "pass" ? seen : notRun(seen, { kind: "wait" });
    },
  }));
}

/** The common rules of the sequenced channels, and the rules of /market-data. */
export const contractRules: readonly CheckedClause[] = [
  ...ofGroup("sequenced"),
  ...ofGroup("market-data"),
];
