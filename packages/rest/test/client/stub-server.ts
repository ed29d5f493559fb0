import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A request that the stub server received. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Answers one request. */
export type Answer = (response: ServerResponse, request: SeenRequest) => void;

/** A server that answers as configured and records its requests. */
export interface StubServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: SeenRequest[];
}

/** Starts a server on a free port; the last answer repeats. */
export async function stubServer(...answers: readonly Answer[]): Promise<StubServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers, rawHeaders } = request;
    const record = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) };
    seen.push(record);
    answers[Math.min(seen.length, answers.length) - 1]?.(response, record);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Creates an answer from status, content type and body. */
export function reply(
  status: number,
  type?: string,
  body = "",
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return (response) => {
    response.writeHead(status, {
      ...headers,
      ...(type === undefined ? {} : { "content-type": type }),
    });
    response.end(body);
  };
}
