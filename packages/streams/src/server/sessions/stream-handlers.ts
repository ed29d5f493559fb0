// The handlers of an application, for whole channels and for requests that expect a reply.

import type { ChannelParameters } from "@specwright/runtime";
import type {
  ChannelDescriptor,
  ServerConnection,
  ServerStream,
} from "@specwright/runtime/codegen";
import type { RequestDescriptor } from "@specwright/runtime/transport";
import type { ChannelHandler } from "./handler-session.ts";

interface RequestShape<Context> {
  // A method, so that handlers for narrower messages and parameters are assignable.
  answer(
    request: unknown,
    parameters: ChannelParameters,
    context: Context,
    connection: ServerConnection<unknown>,
  ): unknown;
}

/** Answers a request of a channel. Returns the reply, or a promise of it. */
export type RequestHandler<Context> = RequestShape<Context>["answer"];

/** The handlers of an application, by method name. */
export interface StreamHandlers<Context> {
  readonly handlers?: Readonly<Record<string, ChannelHandler<Context>>>;
  readonly requestHandlers?: Readonly<Record<string, RequestHandler<Context>>>;
}

/** A request with its handler. */
export interface HandledRequest<Context> {
  readonly request: RequestDescriptor;
  readonly answer: RequestHandler<Context>;
}

/** The handlers that were found for a channel. */
export interface FoundHandlers<Context> {
  readonly serve: ChannelHandler<Context>;
  readonly requests: readonly HandledRequest<Context>[];
}

/**
 * Finds the handlers of a channel. Returns undefined if the channel has none. If only requests have
 * handlers, connections stay open until the client leaves.
 */
export function findHandlers<Context>(
  { id, name = id, requests = [] }: ChannelDescriptor,
  { handlers = {}, requestHandlers = {} }: StreamHandlers<Context>,
): FoundHandlers<Context> | undefined {
  const serve = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  const handled = requests.flatMap((request) => {
    const own = Object.hasOwn(requestHandlers, request.name);
    const answer = own ? requestHandlers[request.name] : undefined;
    return answer === undefined ? [] : [{ request, answer }];
  });
  if (serve === undefined && handled.length === 0) return undefined;
  return { serve: serve ?? dropOthers, requests: handled };
}

/**
 * Serves a channel that has no handler. Keeps the connection open until the client leaves, and drops frames
 * that are not requests.
 */
async function dropOthers(stream: ServerStream<unknown, unknown>): Promise<void> {
  const messages = stream[Symbol.asyncIterator]();
  while ((await messages.next()).done !== true);
}
