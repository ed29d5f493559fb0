// What an adapter needs of a framework that routes requests, reads their bodies and sends answers by
// itself. Others need only `RestHandler.handle`.

export type { Exchange } from "./exchange.ts";
