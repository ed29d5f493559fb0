import type { ClauseResult } from "./clause.ts";
import type { Remedy } from "./remedy.ts";

type Kind = Remedy["kind"];
type Waiting<Of extends Kind> = ClauseResult & { readonly remedy: Remedy & { readonly kind: Of } };

/** The maximum number of ids that a step lists. The other ids are only counted. */
const SHOWN_IDS = 12;

/**
 * Returns the next steps after a run: first the steps for failures, then those in `more`, then those for
 * clauses that were not run.
 */
export function adviceFor(
  results: readonly ClauseResult[],
  more: readonly string[] = [],
  unfinished?: string,
): readonly string[] {
  const failed = results.filter(({ outcome }) => outcome === "fail");
  const steps = [
    ...(unfinished === undefined
      ? []
      : [`Run the kit again: the connection ended early (${unfinished}).`]),
    ...failureAdvice(failed),
    ...more,
    ...adviceStep(results, "limit", (waiting) => {
      const names = [...new Set(waiting.map(({ remedy }) => remedy.limit))];
      const flags = names.map((name) => `--limit ${name}=NUMBER`).join(" ");
      return `Pass the limits of the server: ${flags}.`;
    }),
    ...adviceStep(results, "market", () => "Pass an open market: --market ID."),
    ...adviceStep(
      results,
      "sole-broker",
      () => "If only the broker of the key trades, pass --sole-broker.",
    ),
    ...adviceStep(
      results,
      "wait",
      () =>
        "Run the kit again while the server sends many frames, or wait longer: --timeout SECONDS.",
    ),
    ...adviceStep(results, "send", () => "Pass a message to send, such as a request: --send JSON."),
    ...adviceStep(results, "observe", () => "Observe longer: --seconds NUMBER."),
    ...adviceStep(results, "stimulus", (waiting) => {
      const actions = [...new Set(waiting.flatMap(({ remedy }) => remedy.actions))];
      return `Pass a stimulus that can ${actions.join(", ")}: --stimulus COMMAND, see docs/conformance.md.`;
    }),
    ...otherAdvice(results.filter(({ outcome, remedy }) => outcome === "not run" && !remedy)),
  ];
  if (steps.length > 0) return steps;
  return ["Every clause passed. Run the kit for each change in CI, with --junit FILE."];
}

function failureAdvice(failed: readonly ClauseResult[]): readonly string[] {
  if (failed.length === 0) return [];
  const ids = failed.map(({ id }) => id);
  const sections = [...new Set(failed.map(({ source }) => source.split(/[;(]/)[0]?.trim()))];
  const only = ids.slice(0, SHOWN_IDS).map((id) => `--only ${id}`);
  return [
    `Fix ${listIds(ids)}: the rules are in ${sections.join(", ")} of the contract. Then run the kit again: ${only.join(" ")}.`,
  ];
}

function adviceStep<Of extends Kind>(
  results: readonly ClauseResult[],
  kind: Of,
  say: (waiting: readonly Waiting<Of>[]) => string,
): readonly string[] {
  const waiting = results.filter((one): one is Waiting<Of> => one.remedy?.kind === kind);
  if (waiting.length === 0) return [];
  const ids = waiting.map(({ id }) => id);
  return [`${say(waiting)} Needed for: ${listIds(ids)}.`];
}

function otherAdvice(rest: readonly ClauseResult[]): readonly string[] {
  if (rest.length === 0) return [];
  const ids = listIds(rest.map(({ id }) => id));
  return [`No option of this command makes these clauses run: ${ids}. See their reasons.`];
}

function listIds(ids: readonly string[]): string {
  const more = ids.length - SHOWN_IDS;
  return more > 0 ? `${ids.slice(0, SHOWN_IDS).join(", ")} and ${more} more` : ids.join(", ");
}
