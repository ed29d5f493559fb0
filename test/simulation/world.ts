// A whole exchange: publishers, a server that crashes and is deployed, a network that fails, and
// clients that stall and restart. Everything follows from a seed.

import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import { streamTransport } from "@specwright/streams/client";
import { createStreamsClient } from "@specwright/streams-api/client";
import { marketData, orders } from "@specwright/streams-api/server";
import { openBooks } from "@specwright/streams-sdk";
import { emptyDisk, recordsOf } from "./crashing-log.ts";
import { Exchange, key, markets } from "./exchange.ts";
import { createNetwork, type Network } from "./network.ts";
import { OrderReader } from "./order-reader.ts";
import { type ProcessClock, type VirtualClock, virtualClock } from "./virtual-clock.ts";
import { bookViolation, orderViolation } from "./world-violation.ts";

/** The result of a world. */
export interface Outcome {
  readonly committed: number;
  readonly crashes: number;
  readonly deploys: number;
  readonly clientRestarts: number;
  readonly delivered: number;
  readonly bookChanges: number;
}

const troubledMs = 45_000;
/** Long enough for every watchdog, backoff and lagging reader. */
const calmMs = 120_000;

/**
 * Runs the world of a seed.
 *
 * @throws Error, with the seed, if something was lost, duplicated or reordered.
 */
export async function playWorld(seed: number): Promise<Outcome> {
  const random = seededRandom(seed);
  const clock = virtualClock(random, 1_763_700_000_000, random.pick([0, 1, 5]));
  const disk = emptyDisk(random);
  const exchange = new Exchange({ random, clock, disk, onCrash: () => network.cutAll() });
  const faults = { cut: 0.05, halfOpen: 0.02, stall: 0.04 };
  const network = createNetwork(clock, random, faults, () => exchange.gateway);
  const clients = new Clients(clock, random, network);
  let isTroubled = true;
  let failure: unknown;
  const onFailure = (error: unknown): void => {
    failure ??= error;
  };

  const input = { random, clock, client: clients.open, isTroubled: () => isTroubled, onFailure };
  const readers = [undefined, ["M0"], ["M1", "M2"]].map((market) => new OrderReader(input, market));
  exchange.start();
  const live = openBooks(clients.open(), markets);
  const shown = watchBooks(live, clock, onFailure);

  function drive(): void {
    if (!isTroubled) return;
    clock.setTimer(10 + random.below(400), () => {
      for (let left = random.below(5); left > 0; left -= 1) exchange.createOrder();
      for (let left = random.below(3); left > 0; left -= 1) exchange.changeBook();
      // A random time after the last frame was accepted: while it is written, synced or sent.
      if (random.chance(0.004)) clock.setTimer(random.below(12), () => exchange.crash());
      else if (exchange.gateway !== undefined && random.chance(0.003)) exchange.deploy();
      if (random.chance(0.005)) random.pick(readers).restart();
      drive();
    });
  }
  drive();
  await clock.run(troubledMs);
  isTroubled = false;
  network.calm();
  await clock.run(calmMs);

  const kept = recordsOf(disk, JSON.stringify([key.brokerId, orders.id]));
  const marketRecords = recordsOf(disk, JSON.stringify(["", marketData.id]));
  const wrong =
    orderViolation(kept, exchange, readers) ?? bookViolation(marketRecords, exchange, live);
  for (const reader of readers) reader.end();
  live.close().catch(() => {});
  await clock.run(10_000);
  const left = `${network.held()} sockets and ${clients.pendingTimers()} timers`;
  if (left !== "0 sockets and 0 timers") throw new Error(`seed ${seed}: clients left ${left}`);
  if (failure !== undefined) throw new Error(`seed ${seed}: a client failed`, { cause: failure });
  if (wrong !== undefined) throw new Error(`seed ${seed}: ${wrong}`);
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
  return {
    committed: kept.length,
    crashes: exchange.crashes,
    deploys: exchange.deploys,
    clientRestarts: sum(readers.map(({ restarts }) => restarts)),
    delivered: sum(readers.map(({ seqs }) => seqs.length)),
    bookChanges: shown.changes,
  };
}

/** The clients of a world. Each is a process; a timer left after its end is a leak. */
class Clients {
  readonly #clocks: ProcessClock[] = [];
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #network: Network;

  constructor(clock: VirtualClock, random: SeededRandom, network: Network) {
    this.#clock = clock;
    this.#random = random;
    this.#network = network;
  }

  /** Returns the client of a new process. */
  readonly open = (): ReturnType<typeof createStreamsClient> => {
    const own = this.#clock.process();
    this.#clocks.push(own);
    return createStreamsClient(
      streamTransport({
        url: "ws://world/v1",
        ...key,
        clock: own,
        random: this.#random.next,
        openSocket: this.#network.openSocket,
        queue: { high: 8, low: 2 },
        heartbeatMs: 5_000,
        onEvent: () => {},
      }),
    );
  };

  pendingTimers(): number {
    return this.#clocks.reduce((sum, own) => sum + own.pending(), 0);
  }
}

/** Counts the changes of live books, and fails if a book goes back. */
function watchBooks(
  live: ReturnType<typeof openBooks>,
  clock: VirtualClock,
  onFailure: (error: unknown) => void,
): { readonly changes: number } {
  const seen = { changes: 0 };
  const shownUpTo = new Map<string, bigint>();
  live.on("change", ({ live: { market, mdSeq = 0n } }) => {
    seen.changes += 1;
    if (mdSeq < (shownUpTo.get(market) ?? 0n)) onFailure(new Error(`${market} went back`));
    shownUpTo.set(market, mdSeq);
  });
  // A market is unknown until the exchange has opened it, so the client asks again.
  live.on("unknown", ({ live: { market } }) => {
    clock.setTimer(1_000, () => void live.open([market]).catch(() => {}));
  });
  return seen;
}
