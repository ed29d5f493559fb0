// Serves a simulated venue on loopback:
//
//     node examples/feeds/serve-simulator.ts binance --port 0
//
// --port N          the port; a free one by default
// --step-ms N       how often the market moves, 100 by default
// --seed N          another market, 1 by default
// --key-id NAME     the name of the user's key
// --secret TEXT     its secret, where client and venue share one
// --public-key FILE its public half in PEM, where the user has a key pair; without it, a new pair is
//                   made, and the file with the private key is named
//
// A line of input is a misbehaviour, such as `drop`; `?` lists all of them.

import { runVenue } from "./run-venue.ts";

export { type ServedSimulator, type ServeOptions, serveSimulator } from "./serve-venue.ts";

if (import.meta.main) await runVenue(process.argv.slice(2));
