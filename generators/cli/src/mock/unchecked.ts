// Operations and channels with `--no-check`.

import type { IncomingMessage } from "node:http";
import {
  anyJson,
  type ChannelDescriptor,
  type OperationDescriptor,
} from "@specwright/runtime/codegen";

/** Returns an operation that accepts any request with its method and path. */
export function uncheckedOperation(operation: OperationDescriptor): OperationDescriptor {
  return {
    ...operation,
    parameters: [],
    validators: {},
    security: [],
    body: { maxBytes: Number.MAX_SAFE_INTEGER, content: { "*/*": { kind: "bytes" } } },
  };
}

/** Ignores the body of a request. */
export function ignoreBody({ headers }: IncomingMessage): void {
  headers["content-type"] = "application/octet-stream";
  delete headers["content-encoding"];
}

/** Returns the texts of a query by their names. */
export function queryTexts(url: string): Readonly<Record<string, string>> {
  const mark = url.indexOf("?");
  return mark === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(mark)));
}

/**
 * Returns a channel that accepts any client, and all messages that it can distinguish. Resume points are
 * still parsed.
 */
export function uncheckedChannel({
  security: _,
  ...channel
}: ChannelDescriptor): ChannelDescriptor {
  const { parameters, sequence, select, clientMessages } = channel;
  return {
    ...channel,
    parameters: parameters.map((parameter) =>
      parameter.name === sequence?.resumeParameter
        ? parameter
        : { name: parameter.name, in: parameter.in },
    ),
    validators: {},
    // Messages that only their schemas distinguish need the schemas.
    clientMessages: select
      ? clientMessages
      : clientMessages.map((message) => ({ ...message, codec: anyJson })),
  };
}
