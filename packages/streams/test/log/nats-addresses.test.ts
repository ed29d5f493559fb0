import { expect, test } from "vitest";
import { readNatsAddresses } from "../../src/log/jetstream/nats-addresses.ts";

test.each([
  ["a host", "nats://a", { servers: ["a"], tls: false }],
  ["a host and a port without a scheme", "a:4222", { servers: ["a:4222"], tls: false }],
  ["several", "nats://a:1, nats://b:2", { servers: ["a:1", "b:2"], tls: false }],
  ["a list", ["nats://a:1", "tls://b:2"], { servers: ["a:1", "b:2"], tls: true }],
  ["an address of IPv6", "nats://[::1]:4222", { servers: ["[::1]:4222"], tls: false }],
  [
    "a user and a password, which are encoded",
    "nats://a:1,nats://us%40er:p%2Fw@b:2",
    { servers: ["a:1", "b:2"], user: "us@er", password: "p/w", tls: false },
  ],
  ["a token", "nats://s3cret@a:1", { servers: ["a:1"], token: "s3cret", tls: false }],
])("reads %s", (_, given, want) => {
  expect(readNatsAddresses(given)).toEqual(want);
});

test.each([
  "",
  "http://a:1",
  "nats://",
  "nats://a:1,",
  "nats://user:s3cret@a:x",
  "nats://user:s3cret@a:1/path",
])("refuses %s without quoting it", (given) => {
  expect(() => readNatsAddresses(given)).toThrow(TypeError);
  expect(() => readNatsAddresses(given)).not.toThrow(/s3cret/);
});
