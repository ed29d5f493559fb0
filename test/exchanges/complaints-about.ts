import type { WrongExchange } from "./call-document.ts";
import type { DocumentReport } from "./judge-document.ts";
import { prismFaults } from "./prism-faults.ts";
import { prismMisses } from "./prism-misses.ts";

/**
 * Lists the faulty exchanges of a corpus document, and the entries about Prism that it no longer needs;
 * empty if it passes.
 */
export function complaintsAbout(
  file: string,
  { direct, proxy, mock }: DocumentReport,
): readonly string[] {
  const complaints = direct.wrong.map(described);
  const isBlind = prismMisses[file] !== undefined;
  if (proxy !== undefined) {
    const { wrong, missed, explained } = proxy;
    complaints.push(...wrong.map((each) => `through Prism, ${described(each)}`));
    if (!isBlind) complaints.push(...missed.map((each) => `missed by Prism: ${described(each)}`));
    const isNeedless = missed.length === 0 && (mock?.refused ?? []).length === 0;
    if (isBlind && isNeedless) complaints.push("prism-misses.ts: Prism misses nothing");
    for (const { name, documents } of prismFaults) {
      if (documents.includes(file) === explained.has(name)) continue;
      const isListed = documents.includes(file) ? "is listed" : "is not listed";
      complaints.push(`prism-faults.ts: "${name}" ${isListed} for this document`);
    }
  }
  // Prism also accepts its own values where it cannot check them.
  if (mock !== undefined && !isBlind) {
    complaints.push(...mock.refused.map((each) => `from Prism, ${described(each)}`));
  }
  return complaints;
}

function described({ operation, round, difference }: WrongExchange): string {
  return `${operation.id} (${round}): ${difference}`;
}
