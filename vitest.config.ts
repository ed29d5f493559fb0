import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { SlowFirstSequencer } from "./scripts/slow-first-sequencer.ts";
import { SummaryReporter } from "./scripts/summary-reporter.ts";

/** Tests of services whose results do not depend on the database engine. */
const withoutDatabase = [
  "apps/marketplace/test/{cli,image-memory,s3,security-cases,smtp,timestamp}.test.ts",
  "apps/publisher/test/{archive,fault-words,negotiation,orphan,static-addresses,worker-limits}.test.ts",
];
const notHere = ["**/node_modules/**", "**/*.postgres.test.ts"];
const inOneProcess = [
  "apps/*/test/**/*.test.ts",
  "packages/{rest,runtime,service,streams,streams-api,streams-sdk}/test/**/*.test.ts",
  "packages/conformance/test/contract/**/*.test.ts",
  "test/{foreign,specs,vectors,wire}/**/*.test.ts",
  "test/feeds/!(conformance|served-worlds).test.ts",
];
const propertySeed = "scripts/property-seed.ts";

export default defineConfig({
  resolve: { conditions: ["@specwright/source"] },
  ssr: { resolve: { conditions: ["@specwright/source", "node"] } },
  test: {
    reporters: ["default", new SummaryReporter()],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Polls can be slow on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // More than the cores of a small machine: many tests wait for processes.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirstSequencer },
    // Hundreds of processes start from the same source: the first one strips its types and compiles it.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, ".tmp/compile-cache") },
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["{packages,apps}/*/test/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...notHere, "test/golden/**", ...inOneProcess],
          setupFiles: [propertySeed],
        },
      },
      {
        // These tests leave no state behind, so that their files can share a process: loading the same
        // modules for each took more than half of the time.
        extends: true,
        test: {
          name: "shared",
          include: [...inOneProcess],
          exclude: [...notHere],
          isolate: false,
          setupFiles: [propertySeed],
        },
      },
      {
        // Generators are functions of their input, so that their test files can share a process: loading
        // the same modules for each took a third of the time.
        extends: true,
        test: {
          name: "generators",
          include: ["{generators/*/test,test/golden}/**/*.test.ts"],
          isolate: false,
          // Node 24 has Temporal behind a flag; generated code uses it on request.
          execArgv: ["--harmony-temporal"],
          setupFiles: [propertySeed],
        },
      },
      {
        // Marketplace and publisher with the other engine, and other tests that need PostgreSQL.
        extends: true,
        test: {
          name: "postgres",
          include: [
            "apps/{marketplace,publisher}/test/**/*.test.ts",
            "{{apps,packages}/*/test,test}/**/*.postgres.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/*.sqlite.test.ts", ...withoutDatabase],
          isolate: false,
          globalSetup: ["test/postgres/provide-postgres.ts"],
          setupFiles: [propertySeed, "test/postgres/skip-without-postgres.ts"],
          env: { TEST_ENGINE: "postgres" },
        },
      },
    ],
  },
});
