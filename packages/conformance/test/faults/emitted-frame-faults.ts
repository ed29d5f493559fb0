import type { JsonObject, PublishAction } from "../../src/index.ts";
import { nameBroker } from "../../src/streams/line/address-frame.ts";
import { type Frame, isData, seqOf } from "../../src/streams/line/frame.ts";
import { integerAt, textAt } from "../../src/streams/stimulus/json-values.ts";
import { orderUpdate } from "../../src/streams/stimulus/samples.ts";
import { changeMembers, changePayload, type Fault } from "./fault.ts";

function alters(
  name: string,
  breaks: string,
  which: (frame: Frame) => boolean,
  alter: (frame: Frame) => JsonObject,
  mayBreak: readonly string[] = [],
): Fault {
  return {
    name,
    breaks: [breaks],
    mayBreak,
    proxy: () => ({ frame: (frame) => [which(frame) ? alter(frame) : frame] }),
  };
}

function altersPayload(
  type: string,
  breaks: string,
  members: JsonObject,
  mayBreak: readonly string[] = [],
): Fault {
  const is = (frame: Frame): boolean => frame.type === type;
  const name = `${type}-with-another-${Object.keys(members).join()}`;
  return alters(name, breaks, is, (frame) => changePayload(frame, members), mayBreak);
}

function isEvent(type: string): (frame: Frame) => boolean {
  return ({ value }) => textAt(value, "event_type") === type;
}

const lifecycleTypes = [
  "event.created",
  "event.status_changed",
  "event.settled",
  "event.voided",
  "market.created",
  "market.status_changed",
  "market.details_changed",
  "market.settled",
  "market.voided",
];

type Addressed = PublishAction & { readonly brokerId: string };

/** Publishes an additional frame along with the requested one. */
function publishesMore(
  more: (action: PublishAction) => readonly Addressed[],
): NonNullable<Fault["stimulus"]> {
  return ({ stimulus }) => ({
    ...stimulus,
    async publish(action) {
      for (const other of more(action)) await stimulus.publish(nameBroker(other));
      return stimulus.publish(action);
    },
  });
}

/** Violations of the rules about which frames are sent when, one at a time. */
export const emittedFrameFaults: readonly Fault[] = [
  altersPayload("order_update", "3.1.2", { status_reason: undefined }),
  altersPayload("order_update", "6.1", { client_order_id: "another" }, ["S20.5"]),
  altersPayload("order_reject", "6.2", { reason: "another" }),
  altersPayload("accounting_update", "6.3", { client_ref_id: "another" }),
  altersPayload("accounting_payout", "6.4", { reason: "VOID" }),
  altersPayload("payout", "6.5", { account_id: "another" }, ["6.32"]),
  ...lifecycleTypes.map((type, index) =>
    alters(
      `${type}-without-its-event`,
      `6.${11 + index}`,
      isEvent(type),
      (frame) => changeMembers(frame, { event_id: null }),
      ["S27.1"],
    ),
  ),
  {
    name: "settled-before-details",
    breaks: ["6.20"],
    proxy: () => ({
      frame(frame, { notes, query }) {
        const held = notes.get("held") as Frame | undefined;
        notes.delete("held");
        if (held === undefined) {
          if (!query.has("event_id") || !isEvent("market.details_changed")(frame)) return [frame];
          notes.set("held", frame);
          return [];
        }
        if (!isEvent("market.settled")(frame)) return [held, frame];
        return [
          changeMembers(frame, { seq: seqOf(held) }),
          changeMembers(held, { seq: seqOf(frame) }),
        ];
      },
    }),
  },
  alters(
    "settled-at-another-value",
    "6.21",
    isEvent("market.settled"),
    (frame) => changePayload(frame, { expiration_value: "1" }),
    ["6.18"],
  ),
  alters("series-title-is-made-up", "9.3", isEvent("event.created"), (frame) =>
    changePayload(frame, { series_title: null }),
  ),
  {
    name: "leaks-another-broker",
    breaks: ["S2.1"],
    mayBreak: ["S8.1"],
    stimulus: publishesMore((action) =>
      action.brokerId?.endsWith("-other") === true
        ? [{ ...action, brokerId: action.brokerId.replace(/-other$/, "") }]
        : [],
    ),
  },
  {
    name: "one-sequence-for-channels",
    breaks: ["S8.1"],
    stimulus: publishesMore(({ channel, brokerId = "" }) =>
      channel === "payouts"
        ? [
            {
              channel: "orders",
              brokerId,
              message: orderUpdate({ market: "kit-market" }),
              keys: { event_id: [] },
            },
          ]
        : [],
    ),
  },
  {
    name: "last-frame-is-not-kept-yet",
    breaks: ["S20.1"],
    mayBreak: ["4.4", "4.5.11", "S22"],
    proxy: () => ({
      frame(frame, { notes, query, frames }) {
        if (!query.has("since")) return [frame];
        if (frames === 1 && isData(frame)) {
          notes.set("held", frame);
          return [];
        }
        const held = notes.get("held") as Frame | undefined;
        notes.delete("held");
        const alone = frames === 2 && frame.type === "backlog_end";
        return held === undefined || alone ? [frame] : [held, frame];
      },
    }),
  },
  alters(
    "integers-through-a-double",
    "S20.2",
    ({ type }) => type === "order_update",
    (frame) => {
      const seq = integerAt(frame.value, "payload", "last_update_engine_seq");
      return changePayload(frame, { last_update_engine_seq: Number(seq ?? 0n) });
    },
    ["6.1", "sequenced.message.orderUpdate"],
  ),
];
