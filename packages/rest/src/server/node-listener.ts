import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { TLSSocket } from "node:tls";
import { NodeConnection } from "./connection.ts";
import type { RestHandler } from "./create-rest-handler.ts";
import type { HttpRequest, HttpResponse } from "./http-request.ts";
import { sendable } from "./sendable.ts";

/** Options for `nodeListener`. */
export interface NodeListenerOptions<Request extends IncomingMessage> {
  /** Returns the address of the client. Default: the address of the connection. */
  readonly ipOf?: (request: Request) => string;
}

/**
 * Answers a request. If `next` is present, it is called for requests whose paths the contract does not
 * have.
 */
export type NodeListener<Request extends IncomingMessage> = (
  request: Request,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * Creates a listener for `http.createServer`, and for frameworks on top of it such as Express 5. A body
 * that `express.raw()` has read is used unchanged. A body that `express.json()` has parsed is accepted
 * unless digits of its integers may be lost.
 *
 * @example
 * ```ts
 * express().use("/v1", nodeListener(createRestHandler({ operations, handlers })));
 * ```
 */
export function nodeListener<Request extends IncomingMessage = IncomingMessage>(
  rest: RestHandler<Request>,
  { ipOf = peerAddress }: NodeListenerOptions<Request> = {},
): NodeListener<Request> {
  return (request, response, next) => {
    const { url = "/" } = request;
    if (next !== undefined && rest.methodsOf(url).length === 0) {
      next();
      return;
    }
    const received: HttpRequest<Request> = {
      method: request.method ?? "GET",
      url,
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      ip: ipOf(request),
      isSecure: request.socket instanceof TLSSocket,
      body: parsedOrStreamedBody(request),
      connection: new NodeConnection(response),
      framework: request,
    };
    const done = rest.handle(received).then((answer) => sendResponse(answer, request, response));
    // The connection is cut, so that the client notices that the body is incomplete.
    done.catch(() => response.destroy());
  };
}

function peerAddress({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? "";
}

function parsedOrStreamedBody(
  request: IncomingMessage & { readonly body?: unknown },
): HttpRequest["body"] {
  const { headers, body } = request;
  const isEmpty =
    headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
  if (isEmpty) return undefined;
  if (body instanceof Uint8Array) return body;
  if (body !== undefined || request.readableEnded) return { parsed: body };
  // With the default option, refusing a body would cut the connection, and the client would not receive the
  // answer.
  return request.iterator({ destroyOnReturn: false });
}

async function sendResponse(
  answer: HttpResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, live } = answer;
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  // If the body was not read completely, the connection must not be used again: the next request would
  // follow the unread bytes.
  if (!request.complete) response.setHeader("connection", "close");
  const body = sendable(answer);
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) {
    const isEmpty = status === 204 || status === 304;
    if (!isEmpty) response.setHeader("content-length", Buffer.byteLength(body ?? ""));
    response.end(body);
    return;
  }
  if (live !== undefined) response.flushHeaders();
  if (request.method === "HEAD") {
    body.destroy();
    response.end();
    return;
  }
  await pipeline(body, response);
}
