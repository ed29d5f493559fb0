import type { Server } from "@specwright/contract";
import { describe, expect, it } from "vitest";
import { serverAddress, streamAddress } from "../src/samples/server-address.ts";
import { readContract } from "./read-contract.ts";

async function serversOf(document: object): Promise<readonly Server[]> {
  const contract = await readContract({ file: "/a.json", text: JSON.stringify(document) });
  return contract.servers;
}

const open = (server: object): object => ({
  openapi: "3.1.0",
  info: { title: "A", version: "1" },
  servers: [server],
  paths: {},
});

const stream = (server: object, asyncapi = "3.0.0"): object => ({
  asyncapi,
  info: { title: "A", version: "1" },
  servers: { main: { protocol: "wss", ...server } },
  channels: {},
});

describe("the address of a server", () => {
  it.each([
    [{ url: "https://{region}.a.io/{v}", variables: { region: { default: "eu" } } }, "eu.a.io/v"],
    [{ url: "https://a.io:{port}/", variables: { port: { default: "8443" } } }, "a.io:8443"],
    [{ url: "https://a.io/{base}", variables: { base: { default: "" } } }, "a.io"],
    [{ url: "/v1/" }, "api.example.com/v1"],
  ])("%j is https://%s", async (server, wanted) => {
    expect(serverAddress((await serversOf(open(server)))[0])).toBe(`https://${wanted}`);
  });
});

describe("the address of a stream server", () => {
  it.each([
    [{ host: "{region}.a.io", variables: { region: { examples: ["eu"] } } }, "eu.a.io"],
    [{ host: "{region}.a.io", variables: { region: { enum: ["us", "eu"] } } }, "us.a.io"],
    [{ host: "a.io:{port}", variables: { port: {} } }, "a.io:443"],
    [{ host: "{tenant}.a.io", variables: { tenant: {} } }, "tenant.a.io"],
    [{ host: "a.io", pathname: "v1" }, "a.io/v1"],
    [{ host: "a.io", pathname: "/v1/" }, "a.io/v1"],
    [{ host: "a.io", pathname: "{v}/x", variables: { v: { default: "v1" } } }, "a.io/v1/x"],
    [{ host: "a.io", pathname: "{base}/v1", variables: { base: { default: "" } } }, "a.io/v1"],
    [{ host: "a.io", pathname: "{b}/v1", variables: { b: { examples: ["/b"] } } }, "a.io/b/v1"],
  ])("%j is wss://%s", async (server, wanted) => {
    expect(streamAddress(await serversOf(stream(server)))).toBe(`wss://${wanted}`);
  });

  it.each([
    [{ url: "a.io/v1" }, "wss://a.io/v1"],
    [{ url: "a.io:8080", protocol: "ws" }, "ws://a.io:8080"],
    [{ url: "wss://a.io/" }, "wss://a.io"],
    [{ url: "/v1" }, "wss://api.example.com/v1"],
  ])("in AsyncAPI 2, %j is %s", async (server, wanted) => {
    expect(streamAddress(await serversOf(stream(server, "2.6.0")))).toBe(wanted);
  });

  it("is the address of the first server with WebSocket", async () => {
    const document = {
      asyncapi: "3.0.0",
      info: { title: "A", version: "1" },
      servers: {
        kafka: { host: "a.io", protocol: "kafka" },
        web: { host: "b.io", protocol: "ws" },
      },
    };
    expect(streamAddress(await serversOf(document))).toBe("ws://b.io");
    expect(streamAddress([])).toBe("wss://api.example.com");
  });
});
