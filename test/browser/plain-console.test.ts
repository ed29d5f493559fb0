// The console of a page without a client bundle, in a real browser. The server responds with the request
// that it received.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ConsoleSite, serveConsoleSite } from "./console-site.ts";
import { driveBrowser } from "./drive-browser.ts";

const request = {
  method: "PUT",
  path: "/orders/{id}",
  security: [["key"]],
  parameters: [
    { name: "id", in: "path", type: "string", required: true },
    { name: "filter", in: "query", type: "object", style: "deepObject", explode: true },
    { name: "X-Trace", in: "header", type: "string" },
  ],
  body: { required: true, content: [["application/json", { kind: "json" }]] },
};
const place = {
  console: "operation",
  operation: "putOrder",
  request: JSON.stringify(request),
  schemes: JSON.stringify({ key: { type: "apiKey", in: "header", name: "X-Key" } }),
  example: '{"count":9007199254740993}',
};

let site: ConsoleSite;
let echo: Server;

beforeAll(async () => {
  echo = createServer(async (received, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*");
    response.setHeader("Access-Control-Allow-Methods", "*");
    response.setHeader("Content-Type", "application/json");
    const { method, url, headers } = received;
    const answer = { method, url, key: headers["x-key"], body: await text(received) };
    response.writeHead(method === "OPTIONS" ? 204 : 418);
    response.end(method === "OPTIONS" ? undefined : JSON.stringify(answer));
  });
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  const address = echo.address();
  const port = typeof address === "object" ? address?.port : undefined;
  site = await serveConsoleSite();
  const server = `http://127.0.0.1:${port}/v1`;
  await site.publish({ shop: { server, pages: { put: place, feed: { console: "channel" } } } });
});

afterAll(async () => {
  echo.closeAllConnections();
  echo.close();
  await site.close();
});

it("sends the request that the page describes, with all digits, and shows any response", async (context) => {
  const browser = await driveBrowser(context);
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  page.setDefaultTimeout(10_000);
  await page.goto(`${site.origin}/shop/put.html`);
  await page.getByText("Try it", { exact: true }).click();
  await page.getByLabel("id (path, string, required)").fill("a/b");
  await page.getByLabel("filter (query, json, optional)").fill('{"city":"Köln"}');
  await page.getByLabel("key (X-Key in the header)").fill("secret");
  await page.getByRole("button", { name: "Send PUT" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send PUT" }).click();
  await page.getByRole("heading", { name: /^418/ }).waitFor();
  const answer = await page.getByRole("region", { name: "Response", exact: true }).innerText();
  expect(answer).toContain('"method": "PUT"');
  expect(answer).toContain('"url": "/v1/orders/a%2Fb?filter%5Bcity%5D=K%C3%B6ln"');
  expect(answer).toContain('"key": "secret"');
  expect(answer).toContain("9007199254740993");
  await page.close();
});

it("reports that a channel needs a bundle", async (context) => {
  const browser = await driveBrowser(context);
  const page = await browser.newPage();
  await page.goto(`${site.origin}/shop/feed.html`);
  await page.getByText("Try it", { exact: true }).click();
  await page.getByText("it needs the bundle of a generated client").waitFor();
  await page.close();
});
