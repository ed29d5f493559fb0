import { expect, test } from "vitest";
import { readEnvironment } from "../src/read-environment.ts";

test.each([
  [{ STREAMS_ROLE: "reader" }, /STREAMS_ROLE must be gateway/],
  [{ STREAMS_ROLE: "gateway" }, /STREAMS_DATA or NATS_URL/],
  [{ STREAMS_ROLE: "publisher" }, /STREAMS_DATA or NATS_URL/],
  [
    { STREAMS_ROLE: "gateway", STREAMS_DATA: "x", STREAMS_PUBLISH: "stdin" },
    /a gateway does not publish/,
  ],
  [{ STREAMS_KEYS_URL: "mysql://h/d" }, /STREAMS_KEYS_URL must be a postgres/],
  [
    { STREAMS_KEYS_URL: "postgres://h/d", STREAMS_ACCESS_KEYS: "keys.json" },
    /set only one of STREAMS_ACCESS_KEYS/,
  ],
  [{ STREAMS_PUBLISH: "file" }, /STREAMS_PUBLISH must be stdin/],
  [{ STREAMS_PUBLISH: "nats" }, /STREAMS_PUBLISH=nats needs NATS_URL/],
  [{ STREAMS_PUBLISH_SUBJECT: "a.>" }, /STREAMS_PUBLISH_SUBJECT/],
  [{ STREAMS_BASE_PATH: "streams" }, /STREAMS_BASE_PATH must be a path/],
  [{ STREAMS_BASE_PATH: "/streams/" }, /STREAMS_BASE_PATH must be a path/],
  [{ STREAMS_BASE_PATH: "/a//b" }, /STREAMS_BASE_PATH must be a path/],
  [{ STREAMS_CONNECTIONS_PER_KEY: "0" }, /STREAMS_CONNECTIONS_PER_KEY must be an integer from 1/],
  [
    { STREAMS_REQUESTS_PER_SECOND: "many" },
    /STREAMS_REQUESTS_PER_SECOND must be an integer from 1/,
  ],
  [{ STREAMS_PORT: "80.5" }, /STREAMS_PORT must be an integer from 0 to 65535/],
])("refuses %o, and names the variable", (env, said) => {
  expect(() => readEnvironment(env)).toThrow(said);
});

test("reads the role, and treats empty variables as absent", () => {
  expect(readEnvironment({ STREAMS_ROLE: "" }).role).toBe("both");
  expect(readEnvironment({ STREAMS_ROLE: "gateway", NATS_URL: "nats://n" }).role).toBe("gateway");
});

test("reads the limits of clients, which are those of the server by default", () => {
  expect(readEnvironment({}).settings).toEqual({ basePath: "" });
  const env = {
    STREAMS_CONNECTIONS_PER_KEY: "5",
    STREAMS_REQUESTS_PER_SECOND: "6",
    STREAMS_REQUESTS_PER_SECOND_PER_KEY: "7",
  };
  expect(readEnvironment(env).settings).toMatchObject({
    maxConnectionsPerKey: 5,
    maxRequestsPerSecond: 6,
    maxRequestsPerSecondPerKey: 7,
  });
});
