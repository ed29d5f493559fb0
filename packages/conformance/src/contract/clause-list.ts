import type { Clause } from "../report/clause.ts";

/** Collects clauses. Their pointers into the contract begin at a channel. */
export interface ClauseList {
  readonly clauses: Clause[];
  add(id: string, place: readonly (string | number)[], sentence: string): void;
}

/** Creates an empty list for a channel. */
export function createClauseList(channel: string): ClauseList {
  const clauses: Clause[] = [];
  return {
    clauses,
    add(id, place, sentence) {
      const pointer = ["channels", channel, ...place].map(escapeStep).join("/");
      clauses.push({ id, source: `/${pointer}`, sentence });
    },
  };
}

/** Formats names as alternatives in code style, such as `a, b or c`. */
export function anyOfNames(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? "nothing";
  return quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`;
}

function escapeStep(step: string | number): string {
  return String(step).replaceAll("~", "~0").replaceAll("/", "~1");
}
