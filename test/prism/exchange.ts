import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";

/** A request to send. */
export interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * Sends a request on a new connection, as Prism does to the service: the other end could close a reused
 * connection at that moment.
 */
export async function sendAndReceive(url: URL, sent: Sent): Promise<Answer> {
  return await receive(url, sent, (outgoing) => outgoing.end(sent.body));
}

/** Sends half of a body and waits for the response. */
export async function exchangeSlowly(url: URL, sent: Sent): Promise<Answer> {
  const { body } = sent;
  return await receive(url, sent, (outgoing) => outgoing.write(body.subarray(0, body.length / 2)));
}

async function receive(
  url: URL,
  { body, ...sent }: Sent,
  send: (outgoing: ClientRequest) => void,
): Promise<Answer> {
  const { "transfer-encoding": _coding, connection: _ours, ...headers } = sent.headers;
  const length = body.length === 0 ? {} : { "content-length": `${body.length}` };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { ...sent, agent: false, headers: { ...headers, ...length } };
    send(request(url, options, resolve).once("error", reject));
  });
  const { "transfer-encoding": _parts, connection: _theirs, ...received } = answer.headers;
  return { status: answer.statusCode ?? 0, headers: received, body: await buffer(answer) };
}
