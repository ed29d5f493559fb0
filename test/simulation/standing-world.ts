// Two gateways of one log whose views stand still now and then, and clients that use either. Everything
// follows from a seed.

import { parseJson } from "@specwright/runtime";
import { seededRandom } from "@specwright/runtime/testing";
import { type OpenSocket, streamTransport } from "@specwright/streams/client";
import { createPublisher, createStreamGateway } from "@specwright/streams/server";
import { createStreamsClient } from "@specwright/streams-api/client";
import { orders } from "@specwright/streams-api/server";
import { crashingLog, emptyDisk, recordsOf } from "./crashing-log.ts";
import { createNetwork, type Network } from "./network.ts";
import { OrderReader } from "./order-reader.ts";
import { orderReject } from "./order-reject.ts";
import { type StandingLog, standingLog } from "./standing-log.ts";
import { type ProcessClock, virtualClock } from "./virtual-clock.ts";
import { orderViolation } from "./world-violation.ts";

/** The result of a world. */
export interface StandingOutcome {
  readonly committed: number;
  readonly delivered: number;
  /** How often a view stood still for longer than a gateway keeps its clients. */
  readonly long: number;
  readonly heartbeats: number;
  /** How often a gateway ended a connection. */
  readonly sentAway: number;
}

const key = { accessKey: "ak-world", secretKey: "5a".repeat(32), brokerId: "BRK" };
const stream = JSON.stringify([key.brokerId, orders.id]);
const troubledMs = 45_000;
/** Long enough for every backoff. */
const calmMs = 60_000;
/** A gateway keeps its clients for ten seconds; it checks every half second, and ends them in stages. */
const keptMs = 13_000;
/** The maximum delay of a heartbeat. */
const currentMs = 5_500;

/** A connection that a client holds. */
interface Link {
  readonly view: StandingLog;
  /** The first number that it requested. */
  readonly since: bigint;
  /** The last number of a heartbeat that was not the end of the log. */
  old: bigint | undefined;
}

interface Gateway {
  readonly view: StandingLog;
  readonly network: Network;
}

/**
 * Runs the world of a seed.
 * @throws Error, with the seed, if a frame was lost, repeated or reordered, a heartbeat named an old end of
 * the log, or a client stayed on a gateway that stood still.
 */
export async function playStandingWorld(seed: number): Promise<StandingOutcome> {
  const random = seededRandom(seed);
  const clock = virtualClock(random, 1_763_700_000_000, random.pick([0, 1, 5]));
  const disk = emptyDisk(random);
  const tally = { long: 0, heartbeats: 0, sentAway: 0 };
  /** When the log accepted each frame. */
  const acceptedMs: number[] = [];
  const acknowledged = new Map<number, bigint>();
  let isTroubled = true;
  let failure: unknown;
  const onFailure = (error: unknown): void => {
    failure ??= error;
  };

  const publishing = clock.process();
  const publisher = createPublisher({
    log: crashingLog(disk, publishing, random),
    clock: publishing,
  });
  function publish(at: number): void {
    publisher.publish(orders, { brokerId: key.brokerId, ...orderReject(at) }).then((seq) => {
      acknowledged.set(at, seq);
      acceptedMs[Number(seq)] = clock.elapsed();
    }, onFailure);
  }

  const gateways = [0, 1].map((): Gateway => {
    const own = clock.process();
    const view = standingLog(disk, own, random);
    const gateway = createStreamGateway({
      channels: [orders],
      log: view,
      lookupKey: (accessKey) => (accessKey === key.accessKey ? key : undefined),
      clock: own,
      random: random.next,
      settings: { heartbeatMs: 2_000, replayBatchFrames: 1 + random.below(20) },
    });
    const faults = { cut: 0.02, halfOpen: 0, stall: 0 };
    return { view, network: createNetwork(clock, random, faults, () => gateway) };
  });

  /** The connections that clients hold. */
  const held = new Set<Link>();
  const openSocket: OpenSocket = (url, headers, handlers) => {
    const { view, network } = random.pick(gateways);
    const since = BigInt(url.searchParams.get("since") ?? 1);
    const link: Link = { view, since, old: undefined };
    const socket = network.openSocket(url, headers, {
      ...handlers,
      opened(...answer) {
        held.add(link);
        handlers.opened(...answer);
      },
      received(payload) {
        if (payload !== undefined) take(Object(parseJson(payload)), link);
        handlers.received(payload);
      },
      closed(code, reason) {
        if (code === 1001) tally.sentAway += 1;
        held.delete(link);
        handlers.closed(code, reason);
      },
      failed(error) {
        held.delete(link);
        handlers.failed(error);
      },
    });
    return {
      ...socket,
      close(code) {
        held.delete(link);
        socket.close(code);
      },
      terminate() {
        held.delete(link);
        socket.terminate();
      },
    };
  };

  function take(frame: Record<string, unknown>, link: Link): void {
    if (frame["type"] === "order_reject") {
      const seq = BigInt(String(frame["seq"]));
      if (seq < link.since)
        onFailure(new Error(`got ${seq} though it asked from ${link.since} on`));
    } else if (frame["type"] === "heartbeat") {
      tally.heartbeats += 1;
      const watermark = BigInt(String(frame["watermark_seq"]));
      const sentMs = Number(BigInt(String(frame["ts_ns"])) / 1_000_000n);
      const missingMs = acceptedMs[Number(watermark) + 1] ?? sentMs;
      if (sentMs - missingMs <= currentMs) return;
      // During a replay, each heartbeat reports the progress.
      if (watermark === link.old) {
        onFailure(new Error(`heartbeats repeat ${watermark}, though more had come long before`));
      }
      link.old = watermark;
    }
  }

  function checkHeld(): void {
    for (const { view } of held) {
      if (view.standsMs() <= keptMs) continue;
      onFailure(new Error(`a client is kept though nothing came for ${view.standsMs()} ms`));
    }
  }

  const clientClocks: ProcessClock[] = [];
  const client = () => {
    const own = clock.process();
    clientClocks.push(own);
    return createStreamsClient(
      streamTransport({
        url: "ws://world/v1",
        ...key,
        clock: own,
        random: random.next,
        openSocket,
        queue: { high: 8, low: 2 },
        heartbeatMs: 2_000,
        onEvent({ type }) {
          if (type === "resync") onFailure(new Error("a client gave up its position"));
        },
      }),
    );
  };
  // No client is slow: a slow client would receive old frames.
  const input = { random, clock, client, isTroubled: () => false, onFailure };
  const readers = [undefined, ["M0"], ["M1", "M2"]].map((market) => new OrderReader(input, market));

  let created = 0;
  function drive(): void {
    if (!isTroubled) return;
    clock.setTimer(10 + random.below(1_000), () => {
      for (let left = random.below(4); left > 0; left -= 1) publish(created++);
      if (random.chance(0.01)) random.pick(readers).restart();
      checkHeld();
      drive();
    });
  }

  /** Both views may stand still at once. */
  function standStill(view: StandingLog): void {
    if (!isTroubled) return;
    clock.setTimer(1_000 + random.below(10_000), () => {
      if (!isTroubled) return;
      view.stand(random.chance(0.5));
      clock.setTimer(1_000 + random.below(24_000), () => {
        if (view.standsMs() > keptMs) tally.long += 1;
        view.goOn();
        standStill(view);
      });
    });
  }

  drive();
  for (const { view } of gateways) standStill(view);
  await clock.run(troubledMs);
  isTroubled = false;
  for (const { view, network } of gateways) {
    view.goOn();
    network.calm();
  }
  await clock.run(calmMs);

  const kept = recordsOf(disk, stream);
  const wrong = orderViolation(kept, { acknowledged }, readers);
  for (const reader of readers) reader.end();
  await clock.run(10_000);
  const timers = clientClocks.reduce((sum, own) => sum + own.pending(), 0);
  const sockets = gateways.reduce((sum, { network }) => sum + network.held(), 0);
  if (sockets + timers > 0) {
    throw new Error(`seed ${seed}: clients left ${sockets} sockets and ${timers} timers`);
  }
  if (failure !== undefined) throw new Error(`seed ${seed}`, { cause: failure });
  if (wrong !== undefined) throw new Error(`seed ${seed}: ${wrong}`);
  const delivered = readers.reduce((sum, { seqs }) => sum + seqs.length, 0);
  return { committed: kept.length, delivered, ...tally };
}
