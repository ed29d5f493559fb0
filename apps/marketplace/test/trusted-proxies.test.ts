import { expect, test } from "vitest";
import { readEnvironment } from "../src/environment/read-environment.ts";

test.each([
  ["10.0.0.1", ["10.0.0.1"]],
  ["10.0.0.0/8, fd00::/8", ["10.0.0.0/8", "fd00::/8"]],
])("%s are the proxies that are trusted", (text, want) => {
  const { options } = readEnvironment({ MARKETPLACE_TRUSTED_PROXIES: text });
  expect(options.trustProxy).toEqual(want);
});

test.each(["true", "10.0.0.1/33", "10.0.0.0/8/8", "10.0.0.1,", "*", "proxy.example"])(
  "%s is not a trusted proxy",
  (text) => {
    expect(() => readEnvironment({ MARKETPLACE_TRUSTED_PROXIES: text })).toThrow(
      /MARKETPLACE_TRUSTED_PROXIES must be addresses/,
    );
  },
);

test("limits are on unless the operator says off", () => {
  expect(readEnvironment({}).options.rateLimits).toBeUndefined();
  expect(readEnvironment({ MARKETPLACE_RATE_LIMITS: "off" }).options.rateLimits).toBe("off");
  expect(() => readEnvironment({ MARKETPLACE_RATE_LIMITS: "no" })).toThrow(/must be on or off/);
});
