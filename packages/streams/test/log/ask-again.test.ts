import { fakeClock } from "@specwright/runtime/testing";
import { expect, it } from "vitest";
import { askAgain } from "../../src/log/jetstream/ask-again.ts";

type Fate = "answers" | "fails" | "silent";

/** Asks servers with the given fates, one after the other; each takes 100 ms. */
async function ask(fates: readonly Fate[], more: object = {}) {
  const clock = fakeClock();
  const sent: number[] = [];
  const long: number[] = [];
  const asked = askAgain(
    () => {
      const at = sent.push(clock.elapsed());
      const fate = fates[Math.min(at, fates.length) - 1];
      return new Promise<number>((resolve, reject) => {
        if (fate === "answers") clock.setTimer(100, () => resolve(at));
        if (fate === "fails") clock.setTimer(100, () => reject(new Error(`try ${at}`)));
      });
    },
    { clock, limitMs: 5_000, onLong: () => long.push(clock.elapsed()), ...more },
  );
  const outcome = asked.then(String, (error: Error) => error.message);
  let result = "nothing";
  void outcome.then((text) => {
    result = text;
  });
  for (let passed = 0; passed < 8_000; passed += 50) {
    await clock.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { result, sent, long };
}

it.each<[string, readonly Fate[], object, string, readonly number[]]>([
  ["answers at once", ["answers"], {}, "1", [0]],
  ["asks again after a failure", ["fails", "answers"], {}, "2", [0, 200]],
  ["waits for a silent server", ["silent", "answers"], {}, "nothing", [0]],
  ["hedges a silent server", ["silent", "answers"], { hedgeMs: 300 }, "2", [0, 300]],
  ["hedges in longer times", ["silent", "silent", "answers"], { hedgeMs: 300 }, "3", [0, 300, 900]],
  ["does not hedge what is answered", ["answers"], { hedgeMs: 300 }, "1", [0]],
  ["waits for a hedge", ["silent", "fails", "answers"], { hedgeMs: 300 }, "3", [0, 300, 900]],
  ["ends with the last error", ["fails"], { limitMs: 500 }, "try 3", [0, 200, 400]],
  ["takes an error for final", ["fails"], { retries: () => false }, "try 1", [0]],
])("%s", async (_, fates, more, result, sent) => {
  expect(await ask(fates, more)).toMatchObject({ result, sent });
});

it("reports after two seconds that the server in use does not know", async () => {
  const { long } = await ask(["fails"], { limitMs: 3_000 });
  expect(long[0]).toBe(2_100);
});
