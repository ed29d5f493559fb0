// A consumer that is killed: it counts each number once, in a file, and stores its position in
// another.

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { streamTransport } from "@specwright/streams/client";
import { fileCursor } from "@specwright/streams/client/file-cursor";
import { orders } from "../sample-channels/sequenced-channels.ts";

const [url = "", accessKey = "", secretKey = "", cursor = "", ledger = ""] = process.argv.slice(2);
const lines = existsSync(ledger) ? readFileSync(ledger, "utf8").split("\n") : [];
let last = BigInt(lines.findLast((line) => line.startsWith("counted "))?.slice(8) ?? 0);
appendFileSync(ledger, "started\n");

const transport = streamTransport({ url, accessKey, secretKey, brokerId: "b1" });
const resume = fileCursor(cursor, { intervalMs: 15 });
const stream = transport.open(orders, { query: { since: 1n } }, { resume });
await stream.run((frame) => {
  if (frame.type !== "order_update") return;
  // One write for each frame, so that a kill falls between frames, or between a frame and its
  // cursor.
  const counts = frame.seq > last;
  appendFileSync(ledger, `${counts ? "counted" : "again"} ${frame.seq}\n`);
  if (counts) last = frame.seq;
});
