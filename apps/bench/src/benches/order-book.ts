// Compares our book with a sorted array of objects and with a red-black tree. All books get the
// same changes, in one process. A step applies a diff of 16 levels, and reads the ten best levels
// of both sides.

import { createRequire } from "node:module";
import { join } from "node:path";
import { seededRandom } from "@specwright/runtime/testing";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { type Candidate, pairedRatios } from "../paired-ratio.ts";
import { installPeer, type PeerPackage } from "../peers.ts";
import {
  arrayBook,
  type BookUnderTest,
  ownBook,
  type TreeModule,
  treeBook,
} from "./book-under-test.ts";
import { describeOrderBook } from "./describe-order-book.ts";

/** Compares the cost of updating a book at three depths. */
export const orderBookBench: Bench = {
  name: "order-book",
  description: "CPU time of a book's update, with the ten best levels read every 16 updates",
  run,
  describe: describeOrderBook,
};

interface Workload {
  readonly name: string;
  readonly levels: number;
  /**
   * Converts a random number below 1 to the distance of a change from the best price. The distance
   * is a fraction of the depth of the book.
   */
  readonly distance: (random: number) => number;
}

const nearTheTop = (random: number): number => -Math.log(1 - random) / 50;

const workloads: readonly Workload[] = [
  { name: "20 levels", levels: 20, distance: (random) => -Math.log(1 - random) / 5 },
  { name: "1,000 levels", levels: 1000, distance: nearTheTop },
  { name: "10,000 levels", levels: 10_000, distance: nearTheTop },
  { name: "10,000, anywhere", levels: 10_000, distance: (random) => random },
];

const updates = 16_384;
const updatesPerRead = 16;
const deletes = 0.45;
const tick = 10_000_000;

const treePeer: PeerPackage = {
  name: "functional-red-black-tree",
  dependencies: { "functional-red-black-tree": "1.0.1" },
};

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const require = createRequire(join(await installPeer(context, treePeer), "package.json"));
  const createTree: TreeModule = require(treePeer.name);
  const peers: readonly (readonly [string, () => BookUnderTest])[] = [
    ["sorted array", arrayBook],
    [treePeer.name, () => treeBook(createTree)],
  ];
  return workloads.flatMap((workload) =>
    peers.map(([peer, make]) => compareBooks(context, workload, peer, make)),
  );
}

function compareBooks(
  context: BenchContext,
  workload: Workload,
  peer: string,
  make: () => BookUnderTest,
): BenchRow {
  const changes = changesOf(workload);
  const own = bookCandidate("specwright", ownBook(), changes);
  const other = bookCandidate(peer, make(), changes);
  if (own.run() !== other.run()) throw new Error(`${peer} keeps another book than ours`);
  const [result] = pairedRatios(other, [own], { rounds: context.rounds * 5 });
  if (result === undefined) throw new Error("no pair was timed");
  const { ratio, quartiles, cpuNs, baselineCpuNs } = result;
  context.log(
    `${workload.name}: ${perSecond(cpuNs)} updates/s, ${peer} ${perSecond(baselineCpuNs)}`,
  );
  return {
    bench: "order-book",
    case: workload.name,
    peer,
    metric: "cpu ns/update",
    value: cpuNs,
    peerValue: baselineCpuNs,
    ratio,
    quartiles,
    target: 1,
    holds: ratio <= 1,
  };
}

interface Changes {
  /** The changes that fill the book before the measurement. */
  readonly first: readonly Change[];
  readonly then: readonly Change[];
}

interface Change {
  readonly isBid: boolean;
  readonly price: number;
  readonly quantity: number;
}

/**
 * Fills the book, and creates a candidate that applies all further changes. It returns a checksum
 * of the levels that it read.
 */
function bookCandidate(name: string, book: BookUnderTest, { first, then }: Changes): Candidate {
  for (const { isBid, price, quantity } of first) book.change(isBid, price, quantity);
  book.readTop();
  return {
    name,
    operations: then.length,
    run() {
      let sum = 0;
      for (let index = 0; index < then.length; index++) {
        const change = then[index] as Change;
        book.change(change.isBid, change.price, change.quantity);
        if (index % updatesPerRead === updatesPerRead - 1) sum += book.readTop();
      }
      return sum;
    },
  };
}

/**
 * The grid contains more prices than the book has levels, so that the number of levels stays about
 * the same.
 */
function changesOf({ levels, distance }: Workload): Changes {
  const random = seededRandom(1);
  const slots = Math.round(levels / (1 - deletes));
  const change = (slot: number, isBid: boolean, deleted: boolean): Change => ({
    isBid,
    price: (isBid ? slots - slot : slots + 1 + slot) * tick,
    quantity: deleted ? 0 : random.between(1, 1000) * 1e9,
  });
  const first = Array.from({ length: slots }, (_, slot) => slot).flatMap((slot) => [
    change(slot, true, random.chance(deletes)),
    change(slot, false, random.chance(deletes)),
  ]);
  const then = Array.from({ length: updates }, () => {
    const slot = Math.min(slots - 1, Math.floor(distance(random.next()) * slots));
    return change(slot, random.chance(0.5), random.chance(deletes));
  });
  return { first, then };
}

function perSecond(cpuNs: number): string {
  return `${(1e3 / cpuNs).toFixed(1)} M`;
}
