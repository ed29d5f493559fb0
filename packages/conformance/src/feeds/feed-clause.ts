/** One sentence of a feed's contract that a server is judged by. */
export interface FeedClause {
  /** The extension, its part and the rule, such as `x-sequence.1.step`; numbers begin at 1. */
  readonly id: string;
  /** The JSON Pointer of the sentence in the contract. */
  readonly pointer: string;
  /** The rule in words. */
  readonly sentence: string;
}

/** Collects clauses whose pointers begin at a channel. */
export interface ClauseList {
  readonly clauses: FeedClause[];
  add(id: string, place: readonly (string | number)[], sentence: string): void;
}

/** Creates an empty list for a channel. */
export function createClauseList(channel: string): ClauseList {
  const clauses: FeedClause[] = [];
  return {
    clauses,
    add(id, place, sentence) {
      const pointer = ["channels", channel, ...place].map(escapeStep).join("/");
      clauses.push({ id, pointer: `/${pointer}`, sentence });
    },
  };
}

/** Names alternatives, such as `a, b or c`, as code. */
export function anyOf(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? "nothing";
  return quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`;
}

function escapeStep(step: string | number): string {
  return String(step).replaceAll("~", "~0").replaceAll("/", "~1");
}
