// Sends the marketplace requests generated from its OpenAPI document: valid ones, ones with a single
// defect, and sequences. Every world has its own service, so that it can be replayed alone.

import { seededRandom } from "../generate/random.ts";
import { readContract } from "./contract-operations.ts";
import { createPlayer } from "./player.ts";
import { drawSingle } from "./single-request.ts";
import { stories } from "./stories.ts";
import { openWorld } from "./world.ts";

/** Options for `fuzzMarketplace`. */
export interface FuzzMarketplaceOptions {
  readonly seed: number;
  /** The minimum number of requests. */
  readonly cases: number;
  /** The first world; earlier ones are skipped. Default 0. */
  readonly first?: number;
  /** When to stop, in milliseconds since the epoch. */
  readonly deadline?: number | undefined;
  /** A PostgreSQL database for the worlds, one after the other. Default: SQLite. */
  readonly postgresUrl?: string | undefined;
}

/** The result of a run. */
export interface FuzzMarketplaceReport {
  readonly cases: number;
  readonly worlds: number;
  /** The number of responses, by `operation status`. */
  readonly answers: Readonly<Record<string, number>>;
  /** The number of responses, by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The failures, with the parameters to reproduce them. */
  readonly failures: readonly string[];
}

const REQUESTS_PER_WORLD = 1000;
/** A failure is usually the first of many of its kind. */
const MOST_FAILURES = 20;

/** Runs the fuzz. */
export async function fuzzMarketplace(
  options: FuzzMarketplaceOptions,
): Promise<FuzzMarketplaceReport> {
  const { seed, cases, first = 0, deadline = Number.POSITIVE_INFINITY, postgresUrl } = options;
  const contract = readContract("marketplace/openapi.yaml");
  const failures: string[] = [];
  const answers = new Map<string, number>();
  let [place, sent] = [first, 0];

  async function playWorld(): Promise<void> {
    const random = seededRandom(Math.imul(seed, 0x9e3779b1) + place);
    const world = await openWorld(random, postgresUrl);
    const player = createPlayer(contract, world, random);
    const most = Math.min(REQUESTS_PER_WORLD, cases - sent);
    try {
      while (player.sent < most && Date.now() < deadline) {
        if (random.chance(5)) await random.pick(stories)(player);
        else await player.play(await drawSingle(player));
      }
    } catch (error) {
      const again = `--seed ${seed} --first ${place} --cases ${REQUESTS_PER_WORLD}`;
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      failures.push(`${again}, request ${player.sent}: ${what}`);
    } finally {
      await world.close();
    }
    sent += player.sent;
    for (const [name, count] of player.answers) answers.set(name, (answers.get(name) ?? 0) + count);
  }

  while (sent < cases && failures.length < MOST_FAILURES && Date.now() < deadline) {
    await playWorld();
    place += 1;
  }
  const statuses = new Map<string, number>();
  for (const [name, count] of answers) {
    const [, status = ""] = name.split(" ");
    statuses.set(status, (statuses.get(status) ?? 0) + count);
  }
  const report = { answers: byName(answers), statuses: byName(statuses), failures };
  return { cases: sent, worlds: place - first, ...report };
}

function byName(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
