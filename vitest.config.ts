import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["@specwright/source"] },
  ssr: { resolve: { conditions: ["@specwright/source", "node", "import"] } },
  test: {
    include: [
      "generators/*/test/**/*.test.ts",
      "packages/*/test/**/*.test.ts",
      "apps/*/test/**/*.test.ts",
      "test/**/*.test.ts",
    ],
    testTimeout: 30_000,
  },
});
