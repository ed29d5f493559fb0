// The limit of a body: from the contract, from the server, or the default.

import { createRestHandler, fetchHandler } from "@specwright/rest/server";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { expect, test } from "vitest";

const MEBIBYTE = 1024 * 1024;

test.each([
  { contract: undefined, server: undefined, longest: MEBIBYTE },
  { contract: undefined, server: 100, longest: 100 },
  { contract: undefined, server: 2 * MEBIBYTE, longest: 2 * MEBIBYTE },
  { contract: 2 * MEBIBYTE, server: undefined, longest: 2 * MEBIBYTE },
  { contract: 2 * MEBIBYTE, server: 100, longest: 100 },
  { contract: 100, server: 2 * MEBIBYTE, longest: 100 },
])(
  "with x-max-bytes $contract and bodyBytes $server, $longest bytes are read",
  async ({ contract, server, longest }) => {
    const operation: OperationDescriptor = {
      id: "store",
      method: "POST",
      path: "/store",
      parameters: [],
      body: {
        required: true,
        content: { "text/plain": { kind: "text" } },
        ...(contract !== undefined && { maxBytes: contract }),
      },
      responses: { 204: {} },
      validators: {},
      security: [],
    };
    const rest = createRestHandler({
      operations: [operation],
      handlers: { store: () => ({ status: 204 }) },
      limits: { ...(server !== undefined && { bodyBytes: server }) },
    });
    const serve = fetchHandler(rest);
    const statusOf = async (length: number): Promise<number> => {
      const headers = { "content-type": "text/plain" };
      const body = "x".repeat(length);
      const url = "http://localhost/store";
      return (await serve(new Request(url, { method: "POST", headers, body }))).status;
    };
    expect([await statusOf(longest), await statusOf(longest + 1)]).toEqual([204, 413]);
  },
);
