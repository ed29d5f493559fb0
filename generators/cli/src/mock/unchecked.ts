// Removes the checks from operations and channels, for `--no-check`.

import type { IncomingMessage } from "node:http";
import {
  anyJson,
  type ChannelDescriptor,
  type OperationDescriptor,
} from "@specwright/runtime/codegen";

/** Returns an operation that accepts every request with its method and path. */
export function uncheckedOperation(operation: OperationDescriptor): OperationDescriptor {
  return {
    ...operation,
    parameters: [],
    validators: {},
    security: [],
    body: { maxBytes: Number.MAX_SAFE_INTEGER, content: { "*/*": { kind: "bytes" } } },
  };
}

/** Changes the headers of a request so that the server does not parse the body. */
export function ignoreBody({ headers }: IncomingMessage): void {
  headers["content-type"] = "application/octet-stream";
  delete headers["content-encoding"];
}

/** Returns the query parameters of a URL as texts, without checks. */
export function queryTexts(url: string): Readonly<Record<string, string>> {
  const mark = url.indexOf("?");
  return mark === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(mark)));
}

/**
 * Returns a channel that accepts every client, and every message whose type it can detect. The position
 * from which a client resumes is still parsed.
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
    // If only the schemas distinguish the messages, keep the codecs.
    clientMessages: select
      ? clientMessages
      : clientMessages.map((message) => ({ ...message, codec: anyJson })),
  };
}
