import { fakeClock } from "@specwright/runtime/testing";
import { LogError } from "@specwright/streams/log";
import { beforeEach, expect, it } from "vitest";
import { followPublishes, type PublishHealth } from "../src/operations/follow-publishes.ts";

let clock: ReturnType<typeof fakeClock>;
let health: PublishHealth;

beforeEach(() => {
  clock = fakeClock(1_763_700_000_000);
  health = followPublishes(clock);
});

function command() {
  const given = Promise.withResolvers<bigint>();
  health.follow(given.promise);
  return {
    async durable() {
      given.resolve(1n);
      await given.promise;
    },
    async refused(error: unknown) {
      given.reject(error);
      await given.promise.catch(() => {});
    },
  };
}

const unavailable = new LogError("log_unavailable", "no answer");

it("is zero while nothing is published", async () => {
  await clock.advance(60_000);
  expect(health.stuckMs()).toBe(0);
});

it("is the age of the oldest command that waits", async () => {
  const first = command();
  await clock.advance(2_000);
  const second = command();
  await clock.advance(1_000);
  expect(health.stuckMs()).toBe(3_000);
  await first.durable();
  await clock.advance(500);
  expect(health.stuckMs()).toBe(500);
  await second.durable();
  expect(health.stuckMs()).toBe(0);
});

it("counts from the last durable command while one of them waits for long", async () => {
  command();
  for (let seconds = 0; seconds < 8; seconds += 1) {
    await clock.advance(1_000);
    await command().durable();
  }
  expect(health.stuckMs()).toBe(0);
});

it("continues from the first failure while commands are sent again", async () => {
  for (let tries = 0; tries < 4; tries += 1) {
    const each = command();
    await clock.advance(3_000);
    await each.refused(unavailable);
  }
  expect(health.stuckMs()).toBe(12_000);
  await command().durable();
  expect(health.stuckMs()).toBe(0);
});

it("forgets a failure that no command follows", async () => {
  const only = command();
  await clock.advance(5_000);
  await only.refused(unavailable);
  await clock.advance(9_000);
  expect(health.stuckMs()).toBe(14_000);
  await clock.advance(2_000);
  expect(health.stuckMs()).toBe(0);
});

it("counts a refused command as answered", async () => {
  const each = command();
  await clock.advance(4_000);
  await each.refused(new TypeError("a level is missing"));
  expect(health.stuckMs()).toBe(0);
});
