import { isObject, textAt } from "./json-values.ts";
import type { JsonObject, PublishAction } from "./stimulus.ts";

/**
 * Completes a frame for the stream that it goes to: it names its broker where it names one, and says
 * of each filter that it has no value where neither the frame nor the check does.
 */
export function addressFrame(action: PublishAction & { readonly brokerId: string }): PublishAction {
  const { channel, message } = action;
  const { payload } = message;
  if (!isObject(payload)) return action;
  return { ...nameBroker(action), keys: { ...unknownKeys(channel, payload), ...action.keys } };
}

/** Names the broker of the stream in a frame that names one. */
export function nameBroker(action: PublishAction & { readonly brokerId: string }): PublishAction {
  const { brokerId, message } = action;
  const { payload } = message;
  if (!isObject(payload) || payload["broker_id"] === undefined) return action;
  return { ...action, message: { ...message, payload: { ...payload, broker_id: brokerId } } };
}

/** Says that there is no value for the filters of which the frame says nothing. */
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
