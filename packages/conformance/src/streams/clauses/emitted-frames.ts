// Published frames arrive unchanged: streams source §3.1, §3.2, §6; S2, S8, S14 to S16, S20.

import { randomUUID } from "node:crypto";
import { demand } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { addressFrame } from "../line/address-frame.ts";
import { seqOf } from "../line/frame.ts";
import { holdsMembers, integerAt, textAt, valueAt } from "../stimulus/json-values.ts";
import {
  accountingPayout,
  accountingUpdate,
  type LifecycleType,
  lifecycle,
  orderReject,
  orderUpdate,
  payout,
  type SampleSubject,
} from "../stimulus/samples.ts";
import type { JsonObject, SequencedName } from "../stimulus/stimulus.ts";

/** Publishes a frame. Fails the clause unless the frame arrives on the channel with the same members. */
async function demandArrival(
  context: CheckContext,
  channel: SequencedName,
  sample: JsonObject,
): Promise<string> {
  const { brokerId } = await context.account();
  const { message } = addressFrame({ channel, brokerId, message: sample });
  const line = await context.open(channel);
  const seq = await context.publish({ channel, message });
  const frames = await line.dataUntil(seq);
  const frame = frames.find((one) => seqOf(one) === seq);
  demand(frame !== undefined, `the frame ${seq} did not come`);
  demand(holdsMembers(frame.value, message), `published ${printJson(message)}, got ${frame.text}`);
  return `${frame.type} ${seq}, as published`;
}

function printJson(value: unknown): string {
  return JSON.stringify(value, (_name, item: unknown) =>
    typeof item === "bigint" ? Number(item) : item,
  );
}

function emittedClause(
  id: string,
  channel: SequencedName,
  sentence: string,
  make: (subject: SampleSubject) => JsonObject,
): CheckedClause {
  return {
    id,
    source: "6",
    sentence,
    needs: ["publish"],
    check: (context) => demandArrival(context, channel, make({ market: context.unique("market") })),
  };
}

function lifecycleClause(number: number, type: LifecycleType, what: string): CheckedClause {
  const make = (subject: SampleSubject): JsonObject => lifecycle(type, subject);
  return {
    ...emittedClause(
      `6.${number}`,
      "events",
      `An \`event_update\` announces \`${type}\` with ${what}.`,
      make,
    ),
    source: "6; S16",
  };
}

/** Publishes a late resolution of a market, and returns the received frames. */
async function publishResolution(context: CheckContext) {
  const subject = { market: context.unique("market"), event: context.unique("event") };
  const line = await context.open("events", { query: { event_id: subject.event } });
  const steps = ["market.details_changed", "market.settled", "event.settled"] as const;
  let last = 0n;
  for (const type of steps) {
    last = await context.publish({ channel: "events", message: lifecycle(type, subject) });
  }
  const frames = await line.dataUntil(last);
  return (type: LifecycleType) =>
    frames.find(({ value }) => textAt(value, "event_type") === type)?.value;
}

export const emittedFrames: readonly CheckedClause[] = [
  {
    id: "3.1.2",
    source: "3.1",
    sentence:
      "Each change of an order is sent as an `order_update` with the new status and its reason.",
    needs: ["publish"],
    async check(context) {
      const order = { order_id: randomUUID() };
      const steps = [
        { status: "NEW" },
        { status: "ACTIVE" },
        { status: "CANCELLED", status_reason: "USER_REQUEST" },
      ];
      const line = await context.open("orders");
      let last = 0n;
      for (const step of steps) {
        const message = orderUpdate({ market: "kit-market" }, { ...order, ...step });
        last = await context.publish({ channel: "orders", message });
      }
      const frames = (await line.dataUntil(last)).filter(({ value }) =>
        holdsMembers(value, { type: "order_update", payload: order }),
      );
      const got = frames.map(({ value }) => [
        textAt(value, "payload", "status"),
        textAt(value, "payload", "status_reason"),
      ]);
      const wanted = steps.map((step) => [step.status, textAt(step, "status_reason")]);
      demand(holdsMembers(got, wanted), `got ${printJson(got)}`);
      return "NEW, ACTIVE, CANCELLED for USER_REQUEST";
    },
  },
  emittedClause(
    "6.1",
    "orders",
    "A change of an order is announced by an `order_update`.",
    (subject) => orderUpdate(subject),
  ),
  emittedClause(
    "6.2",
    "orders",
    "A rejected `AMEND` or `CANCEL` is announced by an `order_reject`, not by an `error`.",
    () => orderReject(),
  ),
  emittedClause(
    "6.3",
    "accounting",
    "A change of cash and positions is announced by an `accounting_update`.",
    accountingUpdate,
  ),
  emittedClause(
    "6.4",
    "accounting",
    "The settlement or voiding of a market is announced by an `accounting_payout`.",
    accountingPayout,
  ),
  emittedClause(
    "6.5",
    "payouts",
    "The payout of a settlement is announced by a `payout` frame.",
    payout,
  ),
  lifecycleClause(11, "event.created", "the full definition"),
  lifecycleClause(12, "event.status_changed", "the old and the new status"),
  lifecycleClause(13, "event.settled", "`expiration_value` and `resolved_market_id`"),
  lifecycleClause(14, "event.voided", "`void_reason`"),
  lifecycleClause(15, "market.created", "the full definition"),
  lifecycleClause(16, "market.status_changed", "the old and the new status"),
  lifecycleClause(17, "market.details_changed", "a changed title, subtitle or `floor_strike`"),
  lifecycleClause(18, "market.settled", "`result`, `settlement_price` and `expiration_value`"),
  lifecycleClause(19, "market.voided", "`void_reason`"),
  {
    id: "6.20",
    source: "6 (ordering at resolution)",
    sentence:
      "`market.details_changed` comes before `market.settled` and `event.settled` of the same event.",
    needs: ["publish"],
    async check(context) {
      const find = await publishResolution(context);
      const changed = integerAt(find("market.details_changed"), "seq") ?? 0n;
      for (const type of ["market.settled", "event.settled"] as const) {
        const settled = integerAt(find(type), "seq") ?? 0n;
        demand(changed > 0n && changed < settled, `details ${changed}, ${type} ${settled}`);
      }
      return `details_changed has the lowest number, ${changed}`;
    },
  },
  {
    id: "6.21",
    source: "6 (ordering at resolution); 2.10",
    sentence:
      "In `market.settled` and `event.settled`, `expiration_value` equals the new `floor_strike`.",
    needs: ["publish"],
    async check(context) {
      const find = await publishResolution(context);
      const strike = valueAt(find("market.details_changed"), "payload", "floor_strike");
      const nanos = String(integerAt(strike, "nanos") ?? "").padStart(9, "0");
      const wanted = `${integerAt(strike, "units")}.${nanos.replace(/0+$/, "")}`;
      for (const type of ["market.settled", "event.settled"] as const) {
        const value = textAt(find(type), "payload", "expiration_value");
        demand(value?.startsWith(wanted) === true, `floor_strike ${wanted}, ${type} ${value}`);
      }
      return `${wanted} in all three frames`;
    },
  },
  {
    id: "9.3",
    source: "9; 2.10",
    sentence: "If `event.created` has no `series_title`, the server does not add a `series_title`.",
    needs: ["publish"],
    async check(context) {
      const market = context.unique("market");
      const line = await context.open("events", { query: { market_id: market } });
      const message = lifecycle("event.created", { market });
      const seq = await context.publish({ channel: "events", message });
      const [frame] = await line.dataUntil(seq);
      const title = valueAt(frame?.value, "payload", "series_title");
      demand(title === undefined, `series_title is ${printJson(title)}`);
      return "absent";
    },
  },
  {
    id: "S2.1",
    source: "S2",
    sentence: "A connection receives only frames of the key's broker.",
    needs: ["publish", "issueKey"],
    async check(context) {
      const mine = await context.account();
      const other = `${mine.brokerId}-other`;
      const line = await context.open("orders", { account: mine });
      const secret = orderUpdate({ market: "kit-secret", mark: "kit-secret" });
      await context.publish({ channel: "orders", brokerId: other, message: secret });
      const [seq = 0n] = await context.publishSamples("orders", 1);
      const leaked = (await line.dataUntil(seq)).filter(({ text }) => text.includes("kit-secret"));
      demand(leaked.length === 0, `got a frame of another broker: ${leaked[0]?.text}`);
      return "only frames of its broker";
    },
  },
  {
    id: "S8.1",
    source: "S8; 4.3",
    sentence: "Each broker and channel has its own sequence.",
    needs: ["publish", "issueKey"],
    async check(context) {
      const { brokerId } = await context.account();
      const line = await context.open("orders");
      const [first = 0n] = await context.publishSamples("orders", 1);
      const message = orderUpdate({ market: "kit-market" });
      await context.publish({ channel: "orders", brokerId: `${brokerId}-other`, message });
      for (const channel of ["accounting", "payouts", "events"] as const) {
        await context.publishSamples(channel, 1);
      }
      const [second = 0n] = await context.publishSamples("orders", 1);
      const seqs = (await line.dataUntil(second)).map((frame) => String(seqOf(frame)));
      demand(seqs.join() === `${first},${first + 1n}`, `got ${seqs.join(", ")}`);
      return `${seqs.join(", ")} while frames were published to other sequences`;
    },
  },
  {
    id: "S20.2",
    source: "1 (int64); DECISIONS (int64 on the wire)",
    sentence: "Integers keep every digit, even beyond 2^53.",
    needs: ["publish"],
    async check(context) {
      const line = await context.open("orders");
      const wanted = 9_223_372_036_854_775_807n;
      const message = orderUpdate({ market: "kit-market" }, { last_update_engine_seq: wanted });
      const seq = await context.publish({ channel: "orders", message });
      const frame = (await line.dataUntil(seq)).find((one) => seqOf(one) === seq);
      const got = integerAt(frame?.value, "payload", "last_update_engine_seq");
      demand(got === wanted, `${wanted} came as ${got}`);
      return String(got);
    },
  },
];
