import { isObject, textAt } from "../stimulus/json-values.ts";
import type { JsonObject, PublishAction } from "../stimulus/stimulus.ts";

/**
 * Completes a frame for the stream of a broker. Sets the broker, if the frame has a member for the broker.
 * If neither the frame nor the check has a value for a filter, adds an empty list of values for the filter.
 */
export function addressFrame(action: PublishAction & { readonly brokerId: string }): PublishAction {
  const { channel, message } = action;
  const { payload } = message;
  if (!isObject(payload)) return action;
  return { ...nameBroker(action), keys: { ...unknownKeys(channel, payload), ...action.keys } };
}

/** Sets the broker of the stream in a frame, if the frame has a member for the broker. */
export function nameBroker(action: PublishAction & { readonly brokerId: string }): PublishAction {
  const { brokerId, message } = action;
  const { payload } = message;
  if (!isObject(payload) || payload["broker_id"] === undefined) return action;
  return { ...action, message: { ...message, payload: { ...payload, broker_id: brokerId } } };
}

/** Returns the filters for which the frame has no value, each with an empty list of values. */
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
