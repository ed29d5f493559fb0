import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { restTransport } from "@specwright/rest/client";
import type { RestTransport } from "@specwright/runtime/codegen";
import { onTestFinished } from "vitest";

/** Writes a Parameter Object. */
export function parameter(name: string, place: string, schema: object): object {
  return { name, in: place, required: place === "path", schema };
}

/** A request as the server received it. */
export interface Sent {
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A client of a plain server, with the received requests and the reported issues. */
export interface Recorder {
  readonly requests: readonly Sent[];
  readonly issues: readonly object[];
  readonly transport: RestTransport;
}

/** Starts a plain server that records a request and responds with the given text. */
export async function recordingServer(
  answer: string,
  headers: Record<string, string> = {},
): Promise<Recorder> {
  const issues: object[] = [];
  const requests: Sent[] = [];
  const server = createServer(async (request, response) => {
    const { url } = request;
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += String(part);
    requests.push({ url, headers: request.headers, body });
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(answer);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const transport = restTransport({
    baseUrl: `http://127.0.0.1:${port}`,
    onIssues: (report) => void issues.push(...report.issues),
  });
  return { requests, issues, transport };
}
