import { type Change, compareContracts } from "@specwright/diff";
import { type Case, contractsOf, idsOf, type Level, today } from "./oasdiff-suite.ts";
import { theirIds } from "./their-ids.ts";

/** A change in one operation, as an id of oasdiff. */
export interface Finding {
  readonly change: Change;
  readonly ids: readonly string[];
  readonly level: Level;
}

/** The expected findings of a case, and the actual ones. */
export interface Score {
  readonly case: Case;
  readonly findings: readonly Finding[];
  readonly missing: readonly string[];
  /** The wrong findings from `minLevel` up. */
  readonly wrong: readonly string[];
  /** Whether something from oasdiff's ERR is expected. */
  readonly isError: boolean;
  /** Whether nothing is expected. */
  readonly isClean: boolean;
  readonly isBroken: boolean;
  readonly isPotentiallyBroken: boolean;
}

/** Compares the documents of a case and the findings with the expected ones. */
export async function scoreOf(each: Case): Promise<Score> {
  const findings = await findingsOf(each);
  const { expect, absent, count } = each;
  const missing = expect
    .filter(({ id }) => !findings.some(({ ids }) => ids.includes(id)))
    .map(({ id }) => id);
  const seen = findings.filter(({ level }) => rank(level) >= rank(each.minLevel));
  const present = absent.filter((id) => seen.some(({ ids }) => ids.includes(id)));
  // A count of 0 next to expected ids belongs to another assertion of the same test.
  const isCounted = count !== null && (count > 0 || expect.length === 0);
  return {
    case: each,
    findings,
    missing,
    wrong: [
      ...expect
        .filter(({ id }) => !missing.includes(id) && !seen.some(({ ids }) => ids.includes(id)))
        .map(({ id }) => `${id} is below ${each.minLevel}`),
      ...present.map((id) => `${id} should be absent`),
      ...(isCounted && count !== seen.length
        ? [`${seen.length} findings instead of ${count}`]
        : []),
    ],
    isError: expect.some(({ level }) => level === "ERR"),
    isClean: expect.length === 0 && count === 0,
    isBroken: findings.some(({ level }) => level === "ERR"),
    isPotentiallyBroken: findings.some(({ level }) => level === "WARN"),
  };
}

async function findingsOf(each: Case): Promise<Finding[]> {
  const [base, revision] = await contractsOf(each);
  const changes = compareContracts(base, revision, { today, deprecationDays: daysOf(each) });
  const ofCheck = idsOf(each.scope);
  const scope = ofCheck && new Set([...ofCheck, ...each.expect.map(({ id }) => id)]);
  return changes.flatMap((change) => {
    const reached = [...change.affects, ...(change.milderIn ?? [])];
    const sights = reached.length === 0 ? [undefined] : reached;
    const level = levelOf(change);
    return sights
      .map((affected) => ({ change, affected, base, revision, today }))
      .map((sight) => ({ change, ids: theirIds(sight), level }))
      .map(({ ids, ...rest }) => ({
        ...rest,
        ids: ids.filter((id) => scope === undefined || scope.has(id)),
      }))
      .filter(({ ids }) => ids.length > 0 || (each.scope === "all" && level === "ERR"));
  });
}

function levelOf({ class: each, surface }: Change): Level {
  if (each === "breaking") return surface === "code" ? "WARN" : "ERR";
  return each === "potentially-breaking" ? "WARN" : "INFO";
}

function rank(level: Level): number {
  return ["INFO", "WARN", "ERR"].indexOf(level);
}

function daysOf({ checkerOptions = "" }: Case): { stable: number; beta: number } {
  const [, beta, stable] = /WithDeprecation\((\d+), (\d+)\)/.exec(checkerOptions) ?? [];
  return { beta: Number(beta ?? 0), stable: Number(stable ?? 0) };
}

/** The three figures of the suite. */
export interface Figures {
  readonly expectedIds: number;
  readonly foundIds: number;
  readonly errorCases: number;
  readonly brokenErrorCases: number;
  readonly cleanCases: number;
  readonly brokenCleanCases: number;
}

export function figuresOf(scores: readonly Score[]): Figures {
  const count = (isCounted: (score: Score) => boolean) => scores.filter(isCounted).length;
  const expectedIds = scores.flatMap((score) => score.case.expect).length;
  return {
    expectedIds,
    foundIds: expectedIds - scores.flatMap(({ missing }) => missing).length,
    errorCases: count(({ isError }) => isError),
    brokenErrorCases: count(
      ({ isError, isBroken, isPotentiallyBroken }) => isError && (isBroken || isPotentiallyBroken),
    ),
    cleanCases: count(({ isClean }) => isClean),
    brokenCleanCases: count(({ isClean, isBroken }) => isClean && isBroken),
  };
}

/** Reports whether a case misses an id, or has another class than its level. */
export function isMissed({
  missing,
  isError,
  isClean,
  isBroken,
  isPotentiallyBroken,
}: Score): boolean {
  const isUnbroken = isError && !isBroken && !isPotentiallyBroken;
  return missing.length > 0 || isUnbroken || (isClean && isBroken);
}
