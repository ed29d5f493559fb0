import { serveOperations } from "@specwright/service/operator";
import { expect, test } from "vitest";

test("answers probes, with 503 while readiness cannot be determined", async () => {
  let ready: () => boolean | Promise<boolean> = () => false;
  const metrics = { render: async () => "up 1\n", contentType: "text/plain; version=0.0.4" };
  const isReady = () => ready();
  const { url, close } = await serveOperations({ host: "127.0.0.1", port: 0, metrics, isReady });
  const get = async (path: string, method = "GET") => {
    const response = await fetch(`${url}${path}`, { method });
    return [response.status, await response.text()];
  };
  expect(await get("/healthz")).toEqual([200, "ok\n"]);
  expect(await get("/readyz")).toEqual([503, "not ready\n"]);
  ready = async () => true;
  expect(await get("/readyz?from=probe")).toEqual([200, "ready\n"]);
  ready = () => Promise.reject(new Error("the database is away"));
  expect(await get("/readyz")).toEqual([503, "not ready\n"]);
  expect(await get("/metrics")).toEqual([200, "up 1\n"]);
  expect(await get("/healthz", "HEAD")).toEqual([200, ""]);
  expect((await get("/healthz", "POST"))[0]).toBe(405);
  expect((await get("/"))[0]).toBe(404);
  await close();
});
