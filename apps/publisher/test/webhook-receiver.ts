import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A message as it arrived. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that receives messages of webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly ReceivedMessage[];
  /** How many connections it was asked for. */
  connections(): number;
}

/** Starts a receiver; `answer` gets each message with the number of those before. */
export async function startReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) =>
    response.writeHead(204).end(),
): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ path: request.url ?? "", headers: request.headers, body });
    answer(response, received.length - 1);
  });
  server.on("connection", () => {
    connections += 1;
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, received, connections: () => connections };
}

/** Returns the signature that Standard Webhooks describe. */
export function signatureOf({ headers, body }: ReceivedMessage, secret: string): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}
