import type { JsonObject, PublishAction } from "../../src/index.ts";
import { isObject, textAt } from "../../src/streams/stimulus/json-values.ts";
import { decimal } from "../../src/streams/stimulus/samples.ts";
import { changePayload, type Fault } from "./fault.ts";

/** Replaces amounts anywhere in published frames. */
function replacesAmounts(
  name: string,
  breaks: string,
  amounts: readonly (readonly [from: JsonObject, to: JsonObject])[],
): Fault {
  const text = (amount: unknown): string => JSON.stringify(amount);
  function replaced(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(replaced);
    if (!isObject(value)) return value;
    const found = "units" in value && amounts.find(([from]) => text(from) === text(value));
    if (found) return found[1];
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item)]));
  }
  return {
    name,
    breaks: [breaks],
    stimulus: ({ stimulus }) => ({
      ...stimulus,
      publish: (action: PublishAction) =>
        stimulus.publish({ ...action, message: replaced(action.message) as JsonObject }),
    }),
  };
}

/** Violations of the rules that span channels and of the rules of announcements, one at a time. */
export const exchangeFaults: readonly Fault[] = [
  // The taker pays one unit less than the maker receives, in both its order and its balance.
  replacesAmounts("money-comes-from-nowhere", "6.31", [
    [decimal(15, 200_000_000), decimal(14, 200_000_000)],
    [decimal(-15, -230_400_000), decimal(-14, -230_400_000)],
  ]),
  // One unit goes to the wrong account.
  replacesAmounts("accounting-differs-from-fills", "6.32", [
    [decimal(-24, -800_000_000), decimal(-23, -800_000_000)],
    [decimal(-15, -230_400_000), decimal(-16, -230_400_000)],
  ]),
  {
    name: "book-differs-from-its-orders",
    breaks: ["6.33"],
    stimulus: ({ stimulus }) => ({
      ...stimulus,
      publish(action) {
        const [level] = Array.isArray(action.message["bids"]) ? action.message["bids"] : [];
        const half = action.message["type"] === "book_diff" && isSixty(level);
        if (!half) return stimulus.publish(action);
        const bids = [{ ...level, qty: decimal(61) }];
        return stimulus.publish({ ...action, message: { ...action.message, bids } });
      },
    }),
  },
  {
    name: "ends-are-announced-as-closed",
    breaks: ["S27.1"],
    mayBreak: ["3.2.1"],
    proxy: () => ({
      frame: (frame) =>
        textAt(frame.value, "payload", "new_status") === "settled"
          ? [changePayload(frame, { new_status: "voided" })]
          : [frame],
    }),
  },
];

function isSixty(level: unknown): boolean {
  return isObject(level) && JSON.stringify(level["qty"]) === JSON.stringify(decimal(60));
}
