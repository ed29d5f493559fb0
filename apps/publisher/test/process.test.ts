// The service as a process: its ready line, its health and metrics, and its end.

import { startProcess } from "@specwright/service/database/testing";
import { expect, test } from "vitest";
import { databaseVariables, temporaryFolder } from "./test-services.ts";

const MAIN = new URL("../src/main.ts", import.meta.url);

test("a process serves pages, health and metrics until a stop signal", async () => {
  const folder = await temporaryFolder();
  const service = startProcess(MAIN, {
    PUBLISHER_DATA: folder,
    PUBLISHER_OPERATIONS_PORT: "0",
    PUBLISHER_LAME_DUCK_SECONDS: "0",
    PUBLISHER_PUBLIC_URL: "https://apis.example.com/",
    PUBLISHER_PORT: "0",
    ...(await databaseVariables(folder)),
  });
  const ready = await service.ready;
  expect(ready).toMatchObject({
    event: "ready",
    service: "publisher",
    url: "https://apis.example.com",
  });
  const operations = ready?.["operations"];
  expect((await fetch(`${operations}/healthz`)).status).toBe(200);
  expect((await fetch(`${operations}/readyz`)).status).toBe(200);
  const site = `http://127.0.0.1:${ready?.["port"]}`;
  expect((await fetch(`${site}/`)).status).toBe(200);
  expect((await fetch(`${site}/v1/interfaces`)).status).toBe(200);
  const metrics = await (await fetch(`${operations}/metrics`)).text();
  expect(metrics).toContain("publisher_jobs_waiting 0");
  expect(metrics).toContain(
    'publisher_answer_seconds_count{operation="page",method="GET",status="200"} 1',
  );
  service.child.kill("SIGTERM");
  expect(await service.exit).toBe(0);
});

test("a wrong setting ends a process with 1 and its name", async () => {
  const service = startProcess(MAIN, { PUBLISHER_PORT: "x" });
  expect(await service.exit).toBe(1);
  expect(service.errors()).toContain("PUBLISHER_PORT");
});
