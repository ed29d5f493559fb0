// Transactions whose first statement is sent before BEGIN is answered.

import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { postgresClient } from "../../src/database/postgres-client.ts";

/** A connection that answers in order, and records statements and answers. */
function connection(refused: readonly string[] = []) {
  const events: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const query = (given: string | { readonly text: string }) => {
    const text = typeof given === "string" ? given : given.text;
    events.push(`> ${text}`);
    const answered = last.then(() => {
      events.push(`< ${text}`);
      if (refused.includes(text)) {
        throw Object.assign(new DatabaseError("refused", 0, "error"), { code: "57014" });
      }
      return { command: text, rows: [] };
    });
    last = answered.catch(() => {});
    return answered;
  };
  return { client: postgresClient({ query } as never), events };
}

test("a read is sent with BEGIN, and a write after its answer", async () => {
  const { client, events } = connection();
  client.begin();
  await client.query("SELECT 1");
  await client.query("UPDATE t");
  await client.commit();
  expect(events.slice(0, 3)).toEqual(["> BEGIN", "> SELECT 1", "< BEGIN"]);
  const other = connection();
  other.client.begin();
  await other.client.query("UPDATE t");
  await other.client.commit();
  const want = ["> BEGIN", "< BEGIN", "> UPDATE t", "< UPDATE t", "> COMMIT", "< COMMIT"];
  expect(other.events).toEqual(want);
});

test("nothing is written or committed if BEGIN is refused", async () => {
  const { client, events } = connection(["BEGIN"]);
  client.begin();
  await client.query("SELECT 1");
  await expect(client.query("UPDATE t")).rejects.toThrow();
  await expect(client.commit()).rejects.toThrow();
  await client.rollback();
  expect(events).toEqual([
    "> BEGIN",
    "> SELECT 1",
    "< BEGIN",
    "< SELECT 1",
    "> ROLLBACK",
    "< ROLLBACK",
  ]);
  // The connection can be used again.
  await client.query("UPDATE t");
  expect(events.at(-1)).toBe("< UPDATE t");
});
