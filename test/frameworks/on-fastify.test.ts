// Runs the tests of `@specwright/rest/server` on `node:http` against a Fastify server, too.

import { vi } from "vitest";
import type * as testServer from "../../packages/rest/test/server/test-server.ts";

vi.mock("../../packages/rest/test/server/test-server.ts", async (): Promise<typeof testServer> => {
  const { createRestServer, frameworkLogger } = await import("@specwright/rest/fastify");
  return {
    answersParserErrors: true,
    createTestServer: ({ logger, ...options }) =>
      createRestServer({
        ...options,
        ...(logger !== undefined && { logger: frameworkLogger(logger) }),
      }),
  };
});

await import("../../packages/rest/test/server/answers.test.ts");
await import("../../packages/rest/test/server/documented-errors.test.ts");
await import("../../packages/rest/test/server/limits.test.ts");
await import("../../packages/rest/test/server/requests.test.ts");
await import("../../packages/rest/test/server/routes.test.ts");
