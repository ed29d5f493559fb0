// Lets browsers connect: signs for them, and passes the bytes of both sides through unchanged.

import { serveRelay } from "@specwright/streams/client/relay";
import { findServer } from "./find-server.ts";

const { accessKey = "", secretKey = "", brokerId = "", ...service } = findServer();
const relay = await serveRelay({
  ...service,
  accessKey,
  secretKey,
  brokerId,
  port: Number(process.argv[2] ?? 4030),
  // This example gives a ticket to anyone. Yours should check who is logged in, and the Origin.
  mayConnect: () => true,
});
console.log(`browsers: ${relay.url}, tickets: POST ${relay.ticketUrl}`);

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => relay.close());
