// The streaming service receives invalid upgrades and control frames, while two brokers publish and
// well-behaved clients watch.

import { createMemoryLog } from "@specwright/streams/log";
import type { StreamLogEntry } from "@specwright/streams/server";
import { createAccessKeys, createStreamsService } from "@specwright/streams-service";
import { type Random, seededRandom } from "../generate/random.ts";
import { type ControlCase, drawControl } from "./control-case.ts";
import { bookCommand, brokerChannels, markedCommand, markets, parties } from "./parties.ts";
import { tryControl } from "./try-control.ts";
import { tryUpgrade } from "./try-upgrade.ts";
import { drawUpgrade, type UpgradeCase } from "./upgrade-case.ts";
import { openWitnesses } from "./witnesses.ts";

/** Options for `fuzzUpgrades`. */
export interface FuzzUpgradesOptions {
  readonly seed: number;
  /** The minimum number of upgrades and connection steps. */
  readonly cases: number;
  /** The first case; earlier ones are skipped. Default 0. */
  readonly first?: number;
  /** When to stop, in milliseconds since the epoch. */
  readonly deadline?: number | undefined;
}

/** The result of a run. */
export interface FuzzUpgradesReport {
  readonly cases: number;
  readonly draws: number;
  /** The number of upgrades by their response. */
  readonly answers: Readonly<Record<string, number>>;
  /** The failures, with the parameters to reproduce them. */
  readonly failures: readonly string[];
}

/** The number of concurrent cases. */
const AT_A_TIME = 24;
/** After this many cases, each broker publishes a frame on each channel, and a book changes. */
const DRAWS_PER_FRAME = 16;
/** A failure is usually the first of many of its kind. */
const MOST_FAILURES = 20;

/**
 * Generates a case, always the same for the same seed and place, except for the time in its
 * signature.
 */
export function drawCase(seed: number, place: number): UpgradeCase | ControlCase {
  const random: Random = seededRandom(Math.imul(seed, 0x9e3779b1) + place);
  // A connection has about seven steps, so most cases are steps, which cost less.
  return random.chance(65) ? drawUpgrade(random, Date.now()) : drawControl(random);
}

/** Runs the fuzz. */
export async function fuzzUpgrades(options: FuzzUpgradesOptions): Promise<FuzzUpgradesReport> {
  const { seed, cases, first = 0, deadline = Number.POSITIVE_INFINITY } = options;
  const failures: string[] = [];
  const answers: Record<string, number> = {};
  const logger = ({ level, event, error }: StreamLogEntry): void => {
    if (level === "error") failures.push(`the server logged ${event}: ${String(error)}`);
  };
  const service = createStreamsService({
    accessKeys: createAccessKeys(parties),
    log: createMemoryLog({ maxFrames: 300 }),
    logger,
  });
  const unhandled = (reason: unknown): void => {
    failures.push(`unhandled in the process: ${String(reason)}`);
  };
  const limit = Error.stackTraceLimit;
  // Most cases end in errors; their stack traces are not needed.
  Error.stackTraceLimit = 0;
  process.on("unhandledRejection", unhandled);
  process.on("uncaughtException", unhandled);
  try {
    const { url, port } = await service.listen();
    const published = { frames: 0, changes: 0 };
    for (const market of markets) await service.publish(bookCommand(market, 0));
    published.changes += 1;
    const witnesses = openWitnesses(url);
    await witnesses.live;

    let [draws, tried] = [first, 0];
    async function work(): Promise<void> {
      while (tried < cases && failures.length < MOST_FAILURES && Date.now() < deadline) {
        const place = draws++;
        if (place % DRAWS_PER_FRAME === 0) await publish();
        const given = drawCase(seed, place);
        tried += given.kind === "upgrade" ? 1 : given.steps.length;
        try {
          if (given.kind === "control") await tryControl(port, given);
          else {
            const answer = await tryUpgrade(port, given);
            answers[answer] = (answers[answer] ?? 0) + 1;
          }
        } catch (error) {
          const what = error instanceof Error ? error.message : String(error);
          failures.push(`--seed ${seed} --first ${place} --cases 1: ${what}\n${shown(given)}`);
        }
      }
    }
    async function publish(): Promise<void> {
      published.frames += 1;
      published.changes += 1;
      const { frames, changes } = published;
      const commands = parties.flatMap((party) =>
        brokerChannels.map((channel) => markedCommand(channel, party, frames)),
      );
      const books = markets.map((market) => bookCommand(market, changes));
      await Promise.all([...commands, ...books].map((command) => service.publish(command)));
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    await witnesses.check(published).catch((error: unknown) => failures.push(String(error)));
    await settled(() => Object.keys(service.statistics().connections).length === 0).catch(() => {
      failures.push(`connections are left: ${JSON.stringify(service.statistics().connections)}`);
    });
    return { cases: tried, draws: draws - first, answers, failures };
  } finally {
    Error.stackTraceLimit = limit;
    await service.close();
    process.off("unhandledRejection", unhandled);
    process.off("uncaughtException", unhandled);
  }
}

async function settled(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error("it does not settle");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function shown(given: UpgradeCase | ControlCase): string {
  const writes =
    given.kind === "upgrade" ? given.writes : given.steps.flatMap((step) => step.writes);
  const text = writes.map((bytes) => JSON.stringify(Buffer.from(bytes).toString("latin1")));
  return `${given.kind} of ${given.party.brokerId} to ${given.target}\n${text.join("\n").slice(0, 4000)}`;
}
