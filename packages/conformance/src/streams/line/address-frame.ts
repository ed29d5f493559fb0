import { isObject, textAt } from "../stimulus/json-values.ts";
import type { JsonObject, PublishAction } from "../stimulus/stimulus.ts";

/**
 * Completes a frame for its stream. Sets the broker if the frame has a member for it. For each
 * filter without a value in the frame or the check, states that it has no value.
 */
export function addressFrame(action: PublishAction & { readonly brokerId: string }): PublishAction {
  const { channel, message } = action;
  const { payload } = message;
  if (!isObject(payload)) return action;
  return { ...nameBroker(action), keys: { ...unknownKeys(channel, payload), ...action.keys } };
}

/** Sets the broker of the stream in a frame that has a member for it. */
export function nameBroker(action: PublishAction & { readonly brokerId: string }): PublishAction {
  const { brokerId, message } = action;
  const { payload } = message;
  if (!isObject(payload) || payload["broker_id"] === undefined) return action;
  return { ...action, message: { ...message, payload: { ...payload, broker_id: brokerId } } };
}

/** Returns the filters that the frame does not mention, each without a value. */
function unknownKeys(
  channel: PublishAction["channel"],
  payload: JsonObject,
): Readonly<Record<string, readonly string[]>> {
  const hasMarket = textAt(payload, "market_id") !== undefined;
  switch (channel) {
    case "orders":
      return { event_id: [], ...(!hasMarket && { market: [], account_id: [] }) };
    case "payouts":
      return { event_id: [] };
    case "events":
      return hasMarket || payload["markets"] !== undefined ? {} : { market_id: [] };
    case "accounting":
    case "market-data":
      return {};
    default:
      return channel satisfies never;
  }
}
