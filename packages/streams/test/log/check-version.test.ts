import { expect, test } from "vitest";
import { checkVersion, sendsBatches } from "../../src/log/jetstream/check-version.ts";
import type { NatsConnection } from "../../src/log/jetstream/nats.ts";

function server(version: string, cluster?: string): NatsConnection {
  const info = { version, max_payload: 1024, ...(cluster !== undefined && { cluster }) };
  return {
    info,
    publish() {},
    subscribe: () => ({ unsubscribe() {} }),
    async *status() {},
    flush: async () => {},
    close: async () => {},
  };
}

test.each([
  ["2.9.10", undefined],
  ["2.12.2", "c"],
  ["2.13.0-RC.1", "c"],
  ["2.14.9", "c"],
  ["3.0.0", "c"],
])("takes NATS %s in the cluster %s", (version, cluster) => {
  expect(() => checkVersion(server(version, cluster))).not.toThrow();
});

test.each(["2.9.10", "2.11.9", "2.12.1", "1.4.1"])("refuses a cluster of NATS %s", (version) => {
  expect(() => checkVersion(server(version, "c"))).toThrow(
    expect.objectContaining({ name: "LogError", code: "server_too_old" }),
  );
});

test.each([
  ["2.10.29", false],
  ["2.11.15", false],
  ["2.12.1", false],
  ["2.12.2", true],
  ["2.14.9", true],
])("asks NATS %s for several records at once: %s", (version, wanted) => {
  expect(sendsBatches(server(version))).toBe(wanted);
});
