// The device authorization grant, and endpoints that are found in the metadata of a server.

import {
  clientCredentials,
  type DeviceCodeOptions,
  type DevicePrompt,
  deviceCode,
  discoveredEndpoint,
  type IssuedTokens,
} from "@specwright/rest/client";
import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, it } from "vitest";
import { type Answer, reply, type StubServer, stubServer } from "./stub-server.ts";

const json = (status: number, content: object): Answer =>
  reply(status, "application/json", JSON.stringify(content));
const lost: Answer = (response) => response.destroy();

const started = {
  device_code: "d/1",
  user_code: "ABCD-EFGH",
  verification_uri: "https://id.example/device",
  verification_uri_complete: "https://id.example/device?code=ABCD-EFGH",
  expires_in: 600,
  interval: 2,
};
const pending = json(400, { error: "authorization_pending" });
const tokens = { token_type: "Bearer", access_token: "t1", refresh_token: "r1", expires_in: 60 };

function options(server: StubServer, more: Partial<DeviceCodeOptions> = {}): DeviceCodeOptions {
  return {
    tokenUrl: `${server.url}/token`,
    deviceAuthorizationUrl: `${server.url}/device`,
    clientId: "tv",
    onPrompt: () => undefined,
    ...more,
  };
}

const requests = ({ seen }: StubServer): string[] =>
  seen.map(({ url, body }) => `${url} ${body.toString()}`);
const poll =
  "/token grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d%2F1&client_id=tv";

describe("a device code", () => {
  it("is shown, and exchanged when the user has entered it", async () => {
    await using server = await stubServer(
      json(200, started),
      pending,
      json(400, { error: "slow_down" }),
      lost,
      json(200, tokens),
      json(200, { ...tokens, access_token: "t2", refresh_token: "r2" }),
    );
    const clock = fakeClock(1000);
    const prompts: DevicePrompt[] = [];
    const issued: IssuedTokens[] = [];
    const source = deviceCode(
      options(server, {
        scopes: ["a", "b"],
        clock,
        onPrompt: (prompt) => void prompts.push(prompt),
        onTokens: (each) => void issued.push(each),
      }),
    );
    const token = source();
    // The interval grows by five seconds when the endpoint asks for it, and doubles after a loss.
    for (const [count, waitMs] of [2000, 2000, 7000, 14_000].entries()) {
      await expect.poll(() => clock.pending()).toBe(1);
      await clock.advance(waitMs - 1);
      expect(server.seen).toHaveLength(count + 1);
      await clock.advance(1);
      await expect.poll(() => server.seen.length).toBe(count + 2);
    }
    expect(await token).toBe("t1");
    expect(prompts).toEqual([
      {
        userCode: "ABCD-EFGH",
        verificationUri: "https://id.example/device",
        verificationUriComplete: "https://id.example/device?code=ABCD-EFGH",
        expiresAtMs: 601_000,
      },
    ]);
    expect(requests(server)).toEqual(["/device scope=a+b&client_id=tv", poll, poll, poll, poll]);
    // Later tokens come by the refresh token.
    expect(await source("t1")).toBe("t2");
    expect(requests(server).at(-1)).toContain("grant_type=refresh_token&refresh_token=r1");
    expect(issued.map((each) => each.refreshToken)).toEqual(["r1", "r2"]);
  });

  it("is asked for again when the refresh token was revoked", async () => {
    await using server = await stubServer(
      json(200, { ...started, interval: 0 }),
      json(200, tokens),
      json(400, { error: "invalid_grant" }),
      json(200, started),
      json(200, { ...tokens, access_token: "t2" }),
    );
    const clock = fakeClock(1000);
    const source = deviceCode(options(server, { clock }));
    const first = source();
    await expect.poll(() => clock.pending()).toBe(1);
    // An interval of nothing counts as none given.
    await clock.advance(5000);
    expect(await first).toBe("t1");
    const second = source("t1");
    await expect.poll(() => clock.pending()).toBe(1);
    await clock.advance(2000);
    expect(await second).toBe("t2");
    expect(server.seen.map(({ url }) => url)).toEqual([
      "/device",
      "/token",
      "/token",
      "/device",
      "/token",
    ]);
  });

  const failing: readonly (readonly [name: string, answers: readonly Answer[], message: string])[] =
    [
      ["is denied", [json(200, started), json(400, { error: "access_denied" })], "access_denied"],
      ["is not given", [json(400, { error: "invalid_client" })], "invalid_client"],
      ["lacks an address", [json(200, { ...started, verification_uri: 1 })], "with status 200"],
      ["expires", [json(200, { ...started, expires_in: 1 })], "the code expired"],
    ];
  it.each(failing)("that %s is an error", async (_name, answers, message) => {
    await using server = await stubServer(...answers);
    const clock = fakeClock();
    const failed = deviceCode(options(server, { clock }))().catch((error: unknown) => error);
    await expect.poll(() => server.seen.length).toBe(1);
    if (answers.length > 1 || message === "the code expired") {
      await expect.poll(() => clock.pending()).toBe(1);
      await clock.advance(2000);
    }
    const error = await failed;
    expect(error).toMatchObject({ name: "RestError", code: "token_refused" });
    expect(String(error)).toContain(message);
  });

  it("is given up by a signal", async () => {
    await using server = await stubServer(json(200, started), pending);
    const controller = new AbortController();
    const onPrompt = () => controller.abort(new Error("enough"));
    const source = deviceCode(options(server, { signal: controller.signal, onPrompt }));
    await expect(source()).rejects.toThrow("enough");
  });
});

const openId = "/.well-known/openid-configuration";

/** Starts a server whose metadata is made from its address. */
async function metadataServer(
  path: string,
  metadata: (url: string) => object,
): Promise<StubServer & { readonly metadataUrl: string }> {
  const server = await stubServer((response, request) => {
    const content = request.url === path ? metadata(server.url) : tokens;
    json(200, content)(response, request);
  });
  return { ...server, metadataUrl: server.url + path };
}

describe("an endpoint", () => {
  it.each([
    [openId, ""],
    [openId, "/"],
    ["/realms/a/.well-known/openid-configuration", "/realms/a"],
    ["/.well-known/oauth-authorization-server", ""],
    ["/.well-known/oauth-authorization-server/a", "/a"],
    ["/metadata.json", "/whatever"],
  ])("is found in the metadata at %s, which is read once", async (path, issuer) => {
    await using server = await metadataServer(path, (url) => ({
      issuer: url + issuer,
      token_endpoint: `${url}/token`,
    }));
    const source = clientCredentials({
      tokenUrl: discoveredEndpoint(server.metadataUrl),
      clientId: "a",
      clientSecret: "b",
    });
    expect(await source()).toBe("t1");
    expect(await source("t1")).toBe("t1");
    expect(server.seen.map(({ url }) => url)).toEqual([path, "/token", "/token"]);
  });

  it("of devices is found, too", async () => {
    await using server = await metadataServer(openId, (url) => ({
      issuer: url,
      device_authorization_endpoint: `${url}/device`,
    }));
    const find = discoveredEndpoint(server.metadataUrl, {
      endpoint: "device_authorization_endpoint",
    });
    expect(await find()).toBe(`${server.url}/device`);
  });

  it.each<[name: string, metadata: (url: string) => object, message: string]>([
    ["another issuer", () => ({ issuer: "https://b.example" }), "belongs to an issuer other than"],
    ["no endpoint", (url) => ({ issuer: url }), "has no token_endpoint"],
    ["no URL", (url) => ({ issuer: url, token_endpoint: "/token" }), "has no token_endpoint"],
  ])("of metadata with %s is refused", async (_name, metadata, message) => {
    await using server = await metadataServer(openId, metadata);
    const failed = await discoveredEndpoint(server.metadataUrl)().catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "token_refused" });
    expect(String(failed)).toContain(message);
  });

  it("without HTTPS is refused if the metadata has it", async () => {
    const content = { issuer: "https://id.example", token_endpoint: "http://id.example/token" };
    const find = discoveredEndpoint(`https://id.example${openId}`, {
      fetch: async () => Response.json(content),
    });
    await expect(find()).rejects.toThrow("without HTTPS");
  });

  it("is looked for again after a failure", async () => {
    await using server = await stubServer(
      reply(503),
      lost,
      reply(200, "text/html", "<p>"),
      (response, request) =>
        json(200, { issuer: server.url, token_endpoint: `${server.url}/token` })(response, request),
    );
    const find = discoveredEndpoint(server.url + openId);
    await expect(find()).rejects.toMatchObject({ code: "token_refused" });
    await expect(find()).rejects.toMatchObject({ code: "network" });
    await expect(find()).rejects.toThrow("is not JSON");
    expect(await find()).toBe(`${server.url}/token`);
  });
});
