// kill -9 while mail is sent: every subscriber gets every mail, in order, and twice only for a kill.

import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { systemClock } from "@specwright/runtime";
import { messageIdOf, startSmtp } from "@specwright/service/mail/testing";
import { simpleParser } from "mailparser";
import { expect, onTestFinished, test } from "vitest";
import { openStorage } from "../src/storage/open-storage.ts";
import { publishAll, shop, startPublisher } from "./start-publisher.ts";
import { databaseOf, temporaryFolder } from "./test-services.ts";

const VERSIONS = 5;
const SUBSCRIBERS = 20;
const KILLS = 8;

test(`${VERSIONS} mails to ${SUBSCRIBERS} subscribers over ${KILLS} kills`, {
  timeout: 300_000,
}, async () => {
  const folder = await temporaryFolder();
  const publishing = await startPublisher({ folder });
  await publishAll(publishing, "shop", []);
  await publishing.publisher.storage.transaction(async ({ subscribers }) => {
    for (let count = 0; count < SUBSCRIBERS; count++) {
      const added = { id: `subscriber-${count}`, address: `s${count}@people.example` };
      await subscribers.add({ ...added, interface: "shop", createdAt: 0 });
      await subscribers.confirm(added.id, 1);
    }
  });
  const versions = Array.from({ length: VERSIONS }, (_, at) => ({
    document: shop(`1.${at}`, "orders"),
    release_title: `Number ${at}`,
  }));
  await publishAll(publishing, "shop", versions);
  await publishing.publisher.close();

  const { url, caught } = await startSmtp({
    // As long as a real server takes, so that kills come at every moment of a mail.
    decide: () => setTimeout(Math.random() * 40),
  });
  const database = await databaseOf(folder);
  const start = () => {
    const child = fork(
      new URL("./mailing-process.ts", import.meta.url),
      [JSON.stringify(database), url],
      { execArgv: ["--conditions=@specwright/source", "--no-warnings"] },
    );
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  for (let kills = 0; kills < KILLS; kills++) {
    const [child, before] = [start(), caught.length];
    await expect.poll(() => caught.length, { interval: 5 }).toBeGreaterThan(before);
    await setTimeout(Math.random() * 60);
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  expect(caught.length).toBeLessThan(VERSIONS * SUBSCRIBERS);
  const last = start();
  const ids = () => new Set(caught.map(messageIdOf));
  await expect.poll(() => ids().size, { timeout: 60_000 }).toBe(VERSIONS * SUBSCRIBERS);
  await setTimeout(200);
  last.kill("SIGKILL");
  await once(last, "exit");

  // Two mails can be on their way when a process is killed.
  expect(caught.length - ids().size).toBeLessThanOrEqual(2 * KILLS);
  const subjects = new Map<string, (string | undefined)[]>();
  const known = new Set<string | undefined>();
  for (const mail of caught) {
    const id = messageIdOf(mail);
    if (known.has(id)) continue;
    known.add(id);
    const { subject } = await simpleParser(mail.source);
    subjects.set(`${mail.to}`, [...(subjects.get(`${mail.to}`) ?? []), subject]);
  }
  const want = Array.from({ length: VERSIONS }, (_, at) => `Shop 1.${at}: Number ${at}`);
  expect([...subjects.values()]).toEqual(Array.from({ length: SUBSCRIBERS }, () => want));

  const storage = await openStorage({ database, clock: systemClock });
  onTestFinished(() => storage.close());
  expect(await storage.committed.subscribers.waiting()).toBe(0);
});
