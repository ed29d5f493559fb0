// What the tests of `@specwright/rest-server` say of `node:http` holds of a server of Fastify, too.

import { vi } from "vitest";
import type * as testServer from "../../packages/rest-server/test/test-server.ts";

vi.mock("../../packages/rest-server/test/test-server.ts", async (): Promise<typeof testServer> => {
  const { createRestServer, frameworkLogger } = await import("@specwright/fastify");
  return {
    answersParserErrors: true,
    createTestServer: ({ logger, ...options }) =>
      createRestServer({
        ...options,
        ...(logger !== undefined && { logger: frameworkLogger(logger) }),
      }),
  };
});

await import("../../packages/rest-server/test/answers.test.ts");
await import("../../packages/rest-server/test/documented-errors.test.ts");
await import("../../packages/rest-server/test/limits.test.ts");
await import("../../packages/rest-server/test/requests.test.ts");
await import("../../packages/rest-server/test/routes.test.ts");
