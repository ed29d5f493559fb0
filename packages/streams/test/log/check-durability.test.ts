import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { checkDurability } from "../../src/log/jetstream/check-durability.ts";

const connection = {
  info: { version: "2.10.0", max_payload: 1024 },
  publish() {},
  subscribe: () => ({ unsubscribe() {} }),
  async *status() {},
  flush: async () => {},
  close: async () => {},
};

async function eventsWith(answer: string | undefined): Promise<readonly string[]> {
  const server = createServer((_request, response) => {
    if (answer !== undefined) response.end(answer);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const events: string[] = [];
  try {
    // A monitor that never answers must not delay the start for the whole 30 seconds.
    const timeoutMs = answer === undefined ? 50 : 30_000;
    const notify = ({ event }: { readonly event: string }): void => void events.push(event);
    await checkDurability(connection, `http://127.0.0.1:${port}`, notify, timeoutMs);
    return events;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each([
  ["that syncs", '{"config":{"sync_always":true}}', []],
  ["that syncs later", '{"config":{"sync_always":false}}', ["durable_sync_off"]],
  ["that does not say", "{}", ["durable_sync_unknown"]],
  ["that says something else", "no JSON", ["durable_sync_unknown"]],
  ["that does not answer", undefined, ["durable_sync_unknown"]],
])("a server %s", async (_, answer, want) => {
  expect(await eventsWith(answer)).toEqual(want);
});
