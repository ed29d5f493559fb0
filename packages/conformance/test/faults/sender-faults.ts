import { isObject, listAt, textAt } from "../../src/streams/stimulus/json-values.ts";
import { decimal } from "../../src/streams/stimulus/samples.ts";
import { changeMembers, changePayload, type Fault } from "./fault.ts";

/** Reports whether an amount has the given units. */
function isUnits(amount: unknown, units: number): boolean {
  return isObject(amount) && Number(amount["units"]) === units;
}

/** Violations of the rules of senders, one at a time. */
export const senderFaults: readonly Fault[] = [
  {
    // The publisher would refuse it, so it is written to the log directly.
    name: "payouts-have-a-member-of-their-own",
    breaks: ["S23.1"],
    mayBreak: ["S22.1"],
    stimulus: ({ stimulus, append }) => ({
      ...stimulus,
      async publish(action) {
        const { channel, brokerId = "", message, keys } = action;
        if (channel !== "payouts") return stimulus.publish(action);
        const payload = { ...(message["payload"] as object), note: "kit" };
        const market = textAt(payload, "market_id") ?? "";
        const account = textAt(payload, "account_id") ?? "";
        return append({
          ...{ channel, brokerId },
          message: { ...message, payload },
          keys: { event_id: [], ...keys, market: [market], account_id: [account] },
        });
      },
    }),
  },
  {
    name: "payouts-for-a-reason-of-their-own",
    breaks: ["S23.1"],
    proxy: () => ({
      frame: (frame) =>
        frame.type === "accounting_payout" && isUnits(payloadOf(frame, "cash_delta"), 30)
          ? [changePayload(frame, { reason: "GIFT" })]
          : [frame],
    }),
  },
  {
    name: "orders-of-another-broker",
    breaks: ["S23.1"],
    proxy: () => ({
      frame: (frame) =>
        frame.type === "order_update" && isUnits(payloadOf(frame, "volume"), 7)
          ? [changePayload(frame, { broker_id: "kit-other" })]
          : [frame],
    }),
  },
  {
    name: "book-is-crossed",
    breaks: ["S23.1"],
    mayBreak: ["6.33"],
    proxy: () => ({
      frame(frame) {
        const [ask] = listAt(frame.value, "asks");
        const isOwn = frame.type === "book_diff" && isObject(ask) && isUnits(ask["qty"], 10);
        return isOwn
          ? [changeMembers(frame, { asks: [{ price: decimal(0, 600_000_000), qty: decimal(10) }] })]
          : [frame];
      },
    }),
  },
];

function payloadOf({ value }: { readonly value: object }, name: string): unknown {
  const payload: unknown = Reflect.get(value, "payload");
  return isObject(payload) ? payload[name] : undefined;
}
