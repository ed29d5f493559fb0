import { defineConfig } from "vitest/config";
import { SummaryReporter } from "./scripts/summary-reporter.ts";

export default defineConfig({
  resolve: { conditions: ["@specwright/source"] },
  ssr: { resolve: { conditions: ["@specwright/source", "node"] } },
  test: {
    include: ["{generators,packages,apps}/*/test/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["scripts/property-seed.ts"],
    reporters: ["default", new SummaryReporter()],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes when the machine gets to it; a second is not always enough.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
  },
});
