// Cookies of another origin in a real browser, with fetch and with XMLHttpRequest, which sends uploads.

import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { openPage } from "./open-page.ts";
import type { CookieGiven, CookieReport } from "./pages/cookie-session.ts";

/** Starts a service that sets a cookie on POST, and requires it on PUT. */
async function startService(context: { onTestFinished(stop: () => void): void }): Promise<string> {
  const server = createServer((request, response) => {
    const { method, headers } = request;
    response.setHeader("Access-Control-Allow-Origin", headers.origin ?? "");
    response.setHeader("Access-Control-Allow-Credentials", "true");
    response.setHeader("Access-Control-Allow-Methods", "PUT");
    response.setHeader("Access-Control-Allow-Headers", "content-type");
    if (method === "POST") {
      response.setHeader("Set-Cookie", "sid=s-1; Path=/; HttpOnly; SameSite=Lax");
    }
    const isKnown = method !== "PUT" || headers.cookie === "sid=s-1";
    request.resume().on("end", () => response.writeHead(isKnown ? 204 : 401).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  context.onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

test("a page sends the session cookie if it includes credentials", async (context) => {
  const baseUrl = await startService(context);
  const page = await openPage("cookie-session", {
    given: (): CookieGiven => ({ baseUrl }),
    context,
  });
  expect((await page.first(page.report)) as CookieReport).toEqual({
    stranger: 401,
    upload: 204,
    omitted: 401,
    cached: 204,
  });
});
