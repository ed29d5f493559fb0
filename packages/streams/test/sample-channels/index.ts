// A small contract with one channel of each kind, as an emitter would write it.

export { type ChatLine, chat } from "./chat.ts";
export { type BookDiff, type BookSnapshot, marketData } from "./market-data.ts";
export {
  type EventUpdate,
  events,
  freeChannel,
  type OrderUpdate,
  orders,
} from "./sequenced-channels.ts";
