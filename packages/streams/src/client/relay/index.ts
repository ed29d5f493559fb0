// This is a separate entry of the package, because it needs Node.

export { createRelay, type Relay, type RelayOptions } from "./create-relay.ts";
export { type RunningRelay, type ServeRelayOptions, serveRelay } from "./serve-relay.ts";
