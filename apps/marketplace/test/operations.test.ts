import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fakeClock } from "@specwright/runtime/testing";
import { jsonLinesLogger } from "@specwright/service/operator";
import { expect, test } from "vitest";
import { readEnvironment } from "../src/environment/read-environment.ts";
import { logInAt, PEOPLE, temporaryFolder } from "./start-marketplace.ts";
import { startProcess } from "./start-process.ts";
import { databaseVariables } from "./test-database.ts";

test("case 93: health and metrics are on a separate port, and off by default", async () => {
  expect(readEnvironment({}).operationsPort).toBeUndefined();
  const folder = await temporaryFolder();
  const settings = join(folder, "settings.json");
  await writeFile(settings, JSON.stringify({ seed: PEOPLE }));
  const { child, ready, exit } = startProcess({
    ...(await databaseVariables(folder)),
    MARKETPLACE_DATA: folder,
    MARKETPLACE_SETTINGS: settings,
    MARKETPLACE_SMTP_URL: "smtp://127.0.0.1:1",
    MARKETPLACE_OPERATIONS_PORT: "0",
    MARKETPLACE_LAME_DUCK_SECONDS: "0",
  });
  const lines = await ready;
  const { url = "", operations = "" } = lines ?? {};
  const get = async (path: string) => {
    const response = await fetch(`${operations}${path}`);
    return [response.status, await response.text()];
  };
  expect(await get("/healthz")).toEqual([200, "ok\n"]);
  expect(await get("/readyz")).toEqual([200, "ready\n"]);
  const bob = await logInAt(url, "bob");
  await bob.reportListing({ path: { listing_id: 1 }, body: { details: "x" } });
  await fetch(`${url}/users/1?token=secret`, { method: "MKCOL" }).catch(() => undefined);
  const [, text] = await get("/metrics");
  expect(text).toContain(
    'marketplace_answer_seconds_count{operation="loginUser",method="POST",status="200"} 1',
  );
  expect(text).toContain("marketplace_outbox_waiting 1");
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).not.toContain("MKCOL");
  expect(text).not.toContain("secret");
  for (const path of ["/metrics", "/healthz", "/readyz", "/docs", "/../metrics"]) {
    expect((await fetch(new URL(`/v1${path}`, url))).status).toBe(404);
    expect((await fetch(new URL(path, url))).status).toBe(404);
  }
  child.kill("SIGTERM");
  expect(await exit).toBe(0);
});

test("a log entry has no secret, and of an error nothing that quotes the database", () => {
  const lines: string[] = [];
  const logger = jsonLinesLogger((line) => lines.push(line), fakeClock(0));
  const detail = "Key (email_key)=(ada@people.example) already exists.";
  const cause = Object.assign(new Error("duplicate key"), { code: "23505", detail });
  const err = new Error("refused", { cause });
  logger.error({ err, headers: { authorization: "Bearer s3cret" }, password: "s3cret" }, "a\nb");
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain("s3cret");
  expect(lines[0]).not.toContain("ada@");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "error",
    time: "1970-01-01T00:00:00.000Z",
    message: "a\nb",
    err: { name: "Error", message: "refused", cause: { message: "duplicate key", code: "23505" } },
  });
});

test("every variable is in the docs, and no other", () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const source = read("../src/environment/read-environment.ts");
  const asked = [...source.matchAll(/"((?:MARKETPLACE|DATABASE)_[A-Z_]*[A-Z])"/g)].map(
    (found) => found[1],
  );
  const table = read("../../../docs/operating-marketplace.md").split("## One process")[0] ?? "";
  const documented = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map((found) => found[1]),
  );
  expect(documented.toSorted()).toEqual([...new Set(asked)].toSorted());
});
