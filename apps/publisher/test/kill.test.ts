// kill -9 during publications: whatever was accepted is processed once.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { systemClock } from "@specwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { openStorage } from "../src/storage/open-storage.ts";
import { addInterface, databaseOf, temporaryFolder } from "./test-services.ts";

const VERSIONS = 100;
const branches = ["main", "next", "old"];

/** The requests of the process and its responses. */
type Answer = { readonly text: string; readonly id: string };

test(`nothing accepted is lost or doubled over kills during ${VERSIONS} publications`, {
  timeout: 400_000,
}, async () => {
  const database = await databaseOf(await temporaryFolder());
  const first = await openStorage({ database, clock: systemClock });
  await addInterface({ storage: first }, "shop");
  await first.close();

  const accepted = new Map<string, string>();
  let kills = 0;
  while (accepted.size < VERSIONS) {
    const child = await start(JSON.stringify(database));
    // Killed after some requests have been accepted, on a machine of any speed.
    const enough = Promise.withResolvers<void>();
    const goal = Math.min(VERSIONS, accepted.size + 8 + Math.floor(Math.random() * 12));
    child.on("message", ({ text, id }: Answer) => {
      accepted.set(text, id);
      if (accepted.size >= goal) enough.resolve();
    });
    const missing = Array.from({ length: VERSIONS }, (_, at) => `document ${at}`).filter(
      (text) => !accepted.has(text),
    );
    for (const text of missing) {
      child.send(
        { text, branch: branches[Number(text.split(" ")[1]) % branches.length] },
        () => {},
      );
    }
    await enough.promise;
    await setTimeout(Math.random() * 15);
    child.kill("SIGKILL");
    await once(child, "exit");
    kills += 1;
  }
  expect(kills).toBeGreaterThan(1);

  const last = await start(JSON.stringify(database));
  last.send({ finish: true });
  await once(last, "message");
  last.kill("SIGKILL");
  await once(last, "exit");

  const storage = await openStorage({ database, clock: systemClock });
  onTestFinished(() => storage.close());
  const { versions, pages } = storage.committed;
  for (const [text, id] of accepted) {
    expect(await versions.byId(id), text).toMatchObject({ state: "published" });
    expect((await pages.list(id)).map(({ title }) => title)).toEqual(
      [0, 1, 2].map((at) => `${text} ${at}`),
    );
  }
  const published = await versions.list({ limit: 2 * VERSIONS });
  expect(published.map(({ id }) => id).toSorted()).toEqual([...accepted.values()].toSorted());
  const numbers = published.map(({ number }) => number).toSorted((one, other) => one - other);
  expect(numbers).toEqual(Array.from({ length: VERSIONS }, (_, at) => at + 1));
  for (const branch of branches) {
    const line = published.filter((version) => version.branch === branch);
    // Newest first by acceptance, which is the order of the numbers, too.
    expect(line.map(({ number }) => number)).toEqual(
      line.map(({ number }) => number).toSorted((one, other) => other - one),
    );
    expect(line.map(({ previousId }) => previousId)).toEqual([
      ...line.slice(1).map(({ id }) => id),
      null,
    ]);
  }
});

async function start(database: string): Promise<ChildProcess> {
  const child = fork(new URL("./publishing-process.ts", import.meta.url), [database], {
    execArgv: ["--conditions=@specwright/source", "--no-warnings"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  return child;
}
