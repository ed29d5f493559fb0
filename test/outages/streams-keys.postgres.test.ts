// The database of the access keys stops and returns.

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { createMemoryLog } from "@specwright/streams/log";
import { signUpgrade } from "@specwright/streams/signing";
import { createStreamsService, openPostgresKeyStore } from "@specwright/streams-service";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findPostgres } from "../postgres/find-postgres.ts";
import { type PostgresServer, startPostgres } from "../postgres/start-postgres.ts";

const secretKey = "00112233445566778899aabbccddeeff".repeat(2);
const key = { accessKey: "a", secretKey, brokerId: "B" };

let own: PostgresServer | undefined;
beforeAll(async () => {
  const programs = findPostgres();
  if (inject("postgresUrl") !== "" && programs !== undefined) own = await startPostgres(programs);
});
afterAll(() => own?.stop());

function server(): PostgresServer {
  if (own === undefined) throw new Error("there is no server");
  return own;
}

interface Upgraded {
  readonly status: number;
  readonly code?: string;
  readonly wait?: string;
}

/** Requests a stream and returns the response to the upgrade. */
async function upgrade(url: string): Promise<Upgraded> {
  const { host, pathname } = new URL(`${url}/orders`);
  const asked = request(`http://${host}${pathname}`, {
    headers: {
      ...signUpgrade({ ...key, path: pathname, timestamp: Date.now() }),
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
    },
  });
  asked.end();
  const answered = new AbortController();
  const { signal } = answered;
  const accepted = once(asked, "upgrade", { signal }).then(([, socket]) => {
    socket.destroy();
    return { status: 101 };
  });
  const refused = once(asked, "response", { signal }).then(async ([response]) => ({
    status: Number(response.statusCode),
    code: String(Object(await json(response)).code),
    wait: String(response.headers["retry-after"]),
  }));
  const answer = await Promise.race([accepted, refused]);
  void Promise.allSettled([accepted, refused]);
  answered.abort();
  return answer;
}

test("T6 while the database of the keys is unavailable, upgrades get 503; then they work again", async () => {
  const accessKeys = await openPostgresKeyStore(server().url);
  await accessKeys.add(key);
  const events: string[] = [];
  const service = createStreamsService({
    accessKeys,
    log: createMemoryLog(),
    logger: ({ event }) => events.push(event),
  });
  const { url } = await service.listen();
  expect(await upgrade(url)).toEqual({ status: 101 });
  for (const how of ["fast", "kill"] as const) {
    await server().halt(how);
    expect(await upgrade(url)).toEqual({ status: 503, code: "unavailable", wait: "2" });
    await server().start();
    await expect.poll(() => upgrade(url)).toEqual({ status: 101 });
  }
  server().freeze();
  expect(await upgrade(url)).toEqual({ status: 503, code: "unavailable", wait: "2" });
  server().thaw();
  await expect.poll(() => upgrade(url)).toEqual({ status: 101 });
  expect(events).not.toContain("upgrade_failed");
  await service.close();
  await accessKeys.close();
});

test("T6 a broken connection to the key database does not end the process", async () => {
  const accessKeys = await openPostgresKeyStore(server().url);
  for (let round = 0; round < 3; round += 1) {
    const looking = Promise.allSettled(Array.from({ length: 40 }, () => accessKeys.lookup("a")));
    server().killBackends();
    for (const looked of await looking) {
      if (looked.status === "rejected")
        expect(looked.reason).toMatchObject({ code: "unavailable" });
    }
    await expect
      .poll(() =>
        accessKeys.list().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  }
  await accessKeys.close();
});
