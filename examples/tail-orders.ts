// Prints every order update once, even across restarts of this program and of the server.

import { formatDecimal } from "@specwright/runtime";
import { fileCursor } from "@specwright/streams/client/file-cursor";
import { createStreamsClient, streamTransport } from "@specwright/streams-sdk";
import { findServer } from "./find-server.ts";

const client = createStreamsClient(streamTransport(findServer()));
// The first run starts at the oldest frame in the log, each later one where the previous one ended.
const orders = client.orders(
  { query: { since: 1n } },
  { resume: fileCursor(process.argv[2] ?? "orders.cursor") },
);
orders.on("state", ({ state }) => console.error(state));
orders.on("disconnected", ({ cause, retryMs }) => console.error(`${cause}: back in ${retryMs} ms`));
orders.on("resync", ({ reason }) => console.error(`what follows is another history: ${reason}`));
process.once("SIGINT", () => void orders.close());
process.once("SIGTERM", () => void orders.close());

await orders.run((frame) => {
  switch (frame.type) {
    case "order_update": {
      const { order_id, side, qty, token, price, status } = frame.payload;
      const wanted = `${side} ${formatDecimal(qty)} ${token} @ ${formatDecimal(price)}`;
      console.log(`#${frame.seq} ${order_id} ${wanted} ${status}`);
      break;
    }
    case "order_reject":
      console.log(`#${frame.seq} ${frame.payload.command_type} refused: ${frame.payload.reason}`);
      break;
    case "$unknown":
      console.error(`a frame of a later contract: ${frame.reason}`);
      break;
    default:
      break;
  }
});
