// The rest of a document with `--no-check`: its operations and channels, and their answers.

import type { IncomingMessage } from "node:http";
import {
  anyJson,
  type ChannelDescriptor,
  type OperationDescriptor,
} from "@specwright/runtime/codegen";

/** Returns an operation that takes any request with its method and path. */
export function uncheckedOperation(operation: OperationDescriptor): OperationDescriptor {
  return {
    ...operation,
    parameters: [],
    validators: {},
    security: [],
    body: { maxBytes: Number.MAX_SAFE_INTEGER, content: { "*/*": { kind: "bytes" } } },
  };
}

/** Makes the body of a request one that is not looked at. */
export function forgetBody({ headers }: IncomingMessage): void {
  headers["content-type"] = "application/octet-stream";
  delete headers["content-encoding"];
}

/** Returns the texts of a query by their names. */
export function queryOf(url: string): Readonly<Record<string, string>> {
  const mark = url.indexOf("?");
  return mark === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(mark)));
}

/**
 * Returns a channel that takes any client, and of its messages those that it can tell apart. Where to resume is
 * still read as what it is.
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
    // Messages that only their schemas tell apart need them.
    clientMessages: select
      ? clientMessages
      : clientMessages.map((message) => ({ ...message, codec: anyJson })),
  };
}
