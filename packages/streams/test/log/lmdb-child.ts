// Runs as a separate process: `node lmdb-child.ts write|hold|tail FOLDER [SEED]`. It reports its
// steps on standard output at once, one word and one number per line.

import { writeSync } from "node:fs";
import { seededRandom } from "@specwright/runtime/testing";
import { createLmdbLog, createLmdbLogReader } from "@specwright/streams/log/lmdb";
import { numberedRecord } from "./numbered-record.ts";

const [mode, folder = "", seed = "1"] = process.argv.slice(2);
const stream = { brokerId: "b1", channelId: "orders" };

function say(word: string, number: bigint | number): void {
  writeSync(1, `${word} ${number}\n`);
}

async function write(): Promise<void> {
  const { below: draw } = seededRandom(Number(seed));
  const log = await createLmdbLog({ folder, maxFrames: 5000 });
  let { last } = await log.bounds(stream);
  say("open", last);
  for (;;) {
    const appends: Promise<void>[] = [];
    for (let parts = 1 + draw(3); parts > 0; parts -= 1) {
      const batch = Array.from({ length: 1 + draw(draw(4) === 0 ? 200 : 5) }, () => {
        last += 1n;
        return numberedRecord(last);
      });
      say("sent", last);
      const appended = log.append(stream, batch).then((bounds) => say("kept", bounds.last));
      appends.push(appended);
    }
    await Promise.all(appends);
  }
}

async function hold(): Promise<void> {
  const log = await createLmdbLog({ folder });
  say("open", (await log.bounds(stream)).last);
  setInterval(() => {}, 1000);
}

async function tail(): Promise<void> {
  const log = await createLmdbLogReader({ folder });
  log.tail(stream, (records) => {
    for (const { seq } of records) say("got", seq);
  });
  say("open", (await log.bounds(stream)).last);
}

await (mode === "write" ? write() : mode === "hold" ? hold() : tail());
