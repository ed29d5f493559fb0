import { fakeClock } from "@specwright/runtime/testing";
import { createMemoryLog } from "@specwright/streams/log";
import { describe } from "vitest";
import { engineSuite } from "./engine-suite.ts";

describe("createMemoryLog", () => {
  engineSuite({
    durable: false,
    runs: 50,
    async place() {
      const clock = fakeClock();
      return {
        open: async (options) => createMemoryLog({ ...options, clock }),
        clear: async () => {},
        pass: (ms) => clock.advance(ms),
        remove: async () => {},
      };
    },
  });
});
