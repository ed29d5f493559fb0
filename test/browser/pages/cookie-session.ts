// Calls a service of another origin that identifies users by a cookie.

import { restTransport } from "@specwright/rest/client";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { allEncoders } from "@specwright/runtime/testing";
import { runPage } from "./run-page.ts";

export interface CookieGiven {
  readonly baseUrl: string;
}

/** The statuses of the calls. */
export interface CookieReport {
  readonly stranger: number | string;
  readonly upload: number | string;
  readonly omitted: number | string;
  readonly cached: number | string;
}

const bytes = { content: { "application/octet-stream": { kind: "bytes" } } } as const;
const put: OperationDescriptor = {
  encoders: allEncoders,
  id: "putPhoto",
  method: "PUT",
  path: "/photo",
  parameters: [],
  validators: {},
  body: bytes,
  responses: { 204: {}, 401: {} },
  security: [["session"]],
  schemes: { session: { in: "cookie", name: "sid" } },
};
const logIn: OperationDescriptor = { ...put, id: "logIn", method: "POST", security: [] };

await runPage<CookieGiven>(async ({ baseUrl }): Promise<CookieReport> => {
  const transport = restTransport({
    baseUrl,
    credentials: { session: true },
    fetchOptions: { credentials: "include" },
  });
  const body = new Uint8Array(1000);
  const { status: stranger } = await transport.call(put, { body });
  await transport.call(logIn, { body });
  const onUploadProgress = (): void => undefined;
  const { status: upload } = await transport.call(put, { body }, { onUploadProgress });
  const without = { fetchOptions: { credentials: "omit" } } as const;
  const { status: omitted } = await transport.call(put, { body }, without);
  const options = { fetchOptions: { cache: "reload", keepalive: true } } as const;
  const { status: cached } = await transport.call(put, { body }, options);
  return { stranger, upload, omitted, cached };
});
