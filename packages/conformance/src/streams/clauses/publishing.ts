// How the server handles incoming frames: their order (S20), and the keys by which filters select them
// (S22).

import { randomUUID } from "node:crypto";
import {
  ConformanceError,
  demand,
  failClause,
  notRun,
  type RefusedPublish,
} from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { demandEvent, demandSelected } from "../checks/selection.ts";
import { textAt } from "../stimulus/json-values.ts";
import { lifecycle, orderReject, orderUpdate, payout } from "../stimulus/samples.ts";
import type { JsonObject, SequencedName } from "../stimulus/stimulus.ts";

const PIPELINED = 8;

const ATTEMPTS = 20;

/** Publishes an order update with an id. Returns its number, or the server's refusal. */
async function publishMarked(
  context: CheckContext,
  mark: string,
): Promise<bigint | RefusedPublish> {
  const message = orderUpdate({ market: "kit-market", mark });
  try {
    return await context.publish({ channel: "orders", message, frameId: mark });
  } catch (error) {
    if (error instanceof ConformanceError && error.refused?.retry === true) return error.refused;
    throw error;
  }
}

/** Makes the next writes to the orders stream of this check fail. */
async function failWrites(context: CheckContext, count: number): Promise<void> {
  const { brokerId } = await context.account();
  await context.stimulus.failWrites?.({ channel: "orders", brokerId, count });
}

async function publishAccepted(context: CheckContext, mark: string): Promise<bigint> {
  const seq = await publishMarked(context, mark);
  if (typeof seq === "bigint") return seq;
  return failClause(`${mark} was refused again for ${seq.code}`);
}

/**
 * Sends refused frames again, in order, until the server has accepted all of them. Returns their numbers.
 */
async function sendInOrder(
  context: CheckContext,
  marks: readonly string[],
): Promise<readonly bigint[]> {
  const seqs = new Map<string, bigint>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const open = marks.filter((mark) => !seqs.has(mark));
    if (open.length === 0) return marks.map((mark) => seqs.get(mark) ?? 0n);
    const answers = await Promise.all(open.map((mark) => publishMarked(context, mark)));
    for (const [index, answer] of answers.entries()) {
      if (typeof answer === "bigint") seqs.set(open[index] ?? "", answer);
    }
  }
  const open = marks.filter((mark) => !seqs.has(mark));
  return failClause(`${open.join(", ")} were refused ${ATTEMPTS} times`);
}

/** Announces an event with a market, so that the server knows to which event the market belongs. */
async function announceEvent(context: CheckContext) {
  const subject = {
    market: context.unique("market"),
    event: context.unique("event"),
    account: context.unique("account"),
  };
  for (const type of ["event.created", "market.created"] as const) {
    await context.publishWithoutKeys("events", lifecycle(type, subject));
  }
  return subject;
}

/**
 * Fails the clause unless each filter selects a frame that was published without keys. The server must
 * determine the keys itself.
 */
async function demandFound(
  context: CheckContext,
  channel: SequencedName,
  { market, event, account }: Awaited<ReturnType<typeof announceEvent>>,
  make: () => JsonObject,
): Promise<string> {
  const filters = { market, event_id: event, account_id: account };
  const publish = (): Promise<bigint> => context.publishWithoutKeys(channel, make());
  for (const [name, value] of Object.entries(filters)) {
    await demandSelected(context, channel, { [name]: value }, [[true, publish]]);
  }
  return `/${channel} by ${Object.keys(filters).join(", ")}`;
}

export const publishing: readonly CheckedClause[] = [
  {
    id: "S20.4",
    source: "S20; 4.5 rule 5",
    sentence: "If a frame was refused temporarily, no later frame is accepted before it.",
    needs: ["publish", "failWrites"],
    async check(context) {
      const [first, second] = [`${context.unique("mark")}-1`, `${context.unique("mark")}-2`];
      await failWrites(context, 1);
      const refused = await publishMarked(context, first);
      if (typeof refused === "bigint") return notRun("the write that should fail did not");
      const behind = await publishMarked(context, second);
      demand(typeof behind !== "bigint", `the next frame was accepted as ${String(behind)}`);
      const seqs = [
        await publishAccepted(context, first),
        await publishAccepted(context, second),
      ] as const;
      demand(seqs[0] < seqs[1], `the first is ${seqs[0]}, the second ${seqs[1]}`);
      return `refused for ${behind.code}; sent again they are ${seqs.join(" and ")}`;
    },
  },
  {
    id: "S20.5",
    source: "S20; 4.5 rule 5",
    sentence: "Frames arrive in the order of sending, each once, despite refusals and repetitions.",
    needs: ["publish", "failWrites"],
    async check(context) {
      const line = await context.open("orders");
      const name = context.unique("mark");
      const marks = Array.from({ length: PIPELINED }, (_, index) => `${name}-${index}`);
      await failWrites(context, 2);
      const seqs = await sendInOrder(context, marks);
      const last = seqs.reduce((most, seq) => (seq > most ? seq : most), 0n);
      const got = (await line.dataUntil(last)).flatMap(
        ({ value }) => textAt(value, "payload", "client_order_id") ?? [],
      );
      const mine = got.filter((mark) => mark.startsWith(name));
      demand(mine.join() === marks.join(), `sent ${marks.join(", ")}, got ${mine.join(", ")}`);
      return `${PIPELINED} frames, ${seqs[0]} to ${last}`;
    },
  },
  {
    id: "S22.1",
    source: "S22; 4.1; 4.3",
    sentence:
      "Orders and payouts can be filtered by the event of their market, although they do not contain it.",
    async check(context) {
      if (!context.can("publish")) return demandEvent(context, "order_update");
      const subject = await announceEvent(context);
      const seen = [
        await demandFound(context, "orders", subject, () => orderUpdate(subject)),
        await demandFound(context, "payouts", subject, () => payout(subject)),
      ];
      return seen.join("; ");
    },
  },
  {
    id: "S22.2",
    source: "S22; 4.1; 6 (order_reject)",
    sentence:
      "An `order_reject` can be filtered by the market, the event and the account of its order.",
    async check(context) {
      if (!context.can("publish")) return demandEvent(context, "order_reject");
      const subject = await announceEvent(context);
      const order = { order_id: randomUUID() };
      await context.publishWithoutKeys("orders", orderUpdate(subject, order));
      return demandFound(context, "orders", subject, () => orderReject("kit", order));
    },
  },
];
