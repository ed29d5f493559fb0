import type { DocumentReport } from "./judge-document.ts";

/** Sums over several documents. */
export interface Totals {
  readonly documents: number;
  readonly operations: number;
  readonly exact: number;
  readonly skipped: ReadonlyMap<string, number>;
  /** Documents whose exchanges Prism judged as a proxy. */
  readonly judged: number;
  readonly accepted: number;
  readonly explained: ReadonlyMap<string, number>;
  readonly refused: number;
  readonly missed: number;
  /** Documents whose client called Prism as a server. */
  readonly mocked: number;
  readonly taken: number;
  readonly invalid: number;
}

/** The sums before the first document. */
export const noTotals: Totals = {
  documents: 0,
  operations: 0,
  exact: 0,
  skipped: new Map(),
  judged: 0,
  accepted: 0,
  explained: new Map(),
  refused: 0,
  missed: 0,
  mocked: 0,
  taken: 0,
  invalid: 0,
};

/** Adds the figures of a document. */
export function addReport(totals: Totals, { direct, proxy, mock }: DocumentReport): Totals {
  return {
    documents: totals.documents + 1,
    operations: totals.operations + direct.operations,
    exact: totals.exact + direct.exact,
    skipped: added(totals.skipped, direct.skipped),
    judged: totals.judged + (proxy === undefined ? 0 : 1),
    accepted: totals.accepted + (proxy?.accepted ?? 0),
    explained: added(totals.explained, proxy?.explained ?? new Map()),
    refused: totals.refused + (proxy?.refused ?? 0),
    missed: totals.missed + (proxy?.missed.length ?? 0),
    mocked: totals.mocked + (mock === undefined ? 0 : 1),
    taken: totals.taken + (mock?.accepted ?? 0),
    invalid: totals.invalid + (mock?.invalid ?? 0),
  };
}

/** Writes the sums as a few lines. */
export function totalsText(totals: Totals): string {
  const { documents, operations, exact, skipped, judged, accepted, explained } = totals;
  const { refused, missed, mocked, taken, invalid } = totals;
  return `
client and server: ${documents} documents, ${operations} operations, ${exact} exchanges exact, ${counted(skipped)} not made
through Prism: ${judged} documents, ${accepted} exchanges accepted, ${counted(explained)} with a fault of Prism
altered answers: ${refused} refused by Prism, ${missed} missed by it and refused by the client
answers of Prism: ${mocked} documents, ${taken} accepted by the client, ${invalid} invalid for Prism itself`;
}

/** Writes the sum of counts, and each count with its name. */
function counted(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort((one, other) => other[1] - one[1]);
  const sum = sorted.reduce((total, [, count]) => total + count, 0);
  const parts = sorted.map(([name, count]) => `${name}: ${count}`);
  return parts.length === 0 ? "0" : `${sum} (${parts.join(", ")})`;
}

function added(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const sums = new Map(one);
  for (const [name, count] of other) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}
