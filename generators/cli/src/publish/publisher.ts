// Sends requests to a publisher with the generated client. Retries temporary failures.

import { restTransport, token as tokenCredential } from "@specwright/rest/client";
import { RestError } from "@specwright/runtime";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { PublishWorld } from "./publish-flags.ts";

/** The transport that the generated client needs. */
export type Transport = ReturnType<typeof restTransport>;

/** The parts of a response that all operations share. */
export interface Answer {
  readonly status: number;
  readonly headers?: object;
}

/** A connection to a publisher. */
export interface Publisher {
  /** The address of the publisher's start page, without a slash at the end. */
  readonly address: string;
  /**
   * Sends a request, and retries it after temporary failures. `isRepeated` is true if the response is not
   * that of the first attempt.
   */
  call<A extends Answer>(
    send: (transport: Transport, options: { readonly signal: AbortSignal }) => Promise<A>,
  ): Promise<{ readonly answer: A; readonly isRepeated: boolean }>;
}

const attempts = 6;
const firstDelayMs = 500;
/** The maximum delay. If a publisher asks for a longer delay, the command does not retry. */
const longestDelayMs = 60_000;

/**
 * Returns a connection to a publisher. Every request can be retried, because a publisher never publishes
 * the same document twice.
 *
 * @throws {CliError} `usage` for an invalid address. Calls throw `publisher_unreachable`.
 */
export function openPublisher(
  terminal: Terminal,
  options: { readonly to: string; readonly token: string },
  world: PublishWorld,
): Publisher {
  const address = publisherAddress(options.to);
  warnOfPlainText(terminal, address);
  const transport = restTransport({
    baseUrl: `${address}/v1`,
    credentials: { token: tokenCredential(options.token) },
    retry: { retries: 0 },
  });
  const signal = world.interruption;
  return {
    address,
    async call(send) {
      for (let attempt = 1; ; attempt += 1) {
        const tried = await tryOnce(() => send(transport, { signal }), address);
        const isLast = attempt === attempts;
        if ("answer" in tried && (isLast || !isBusy(tried.answer.status))) {
          return { answer: tried.answer, isRepeated: attempt > 1 };
        }
        const wantedMs = "answer" in tried ? retryAfterMs(tried.answer) : 0;
        if ("answer" in tried && wantedMs > longestDelayMs) {
          return { answer: tried.answer, isRepeated: attempt > 1 };
        }
        if ("failure" in tried && isLast) throw tried.failure;
        const why = "answer" in tried ? `answers ${tried.answer.status}` : "does not answer";
        const delayMs = wantedMs + firstDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
        terminal.status(`${address} ${why}, trying again in ${Math.ceil(delayMs / 1000)} s ...`);
        await world.delay(delayMs, signal);
      }
    },
  };
}

/** Returns the delay in `Retry-After`, in milliseconds. Returns 0 if the header is missing. */
export function retryAfterMs({ headers }: Answer): number {
  const seconds =
    headers !== undefined && "Retry-After" in headers ? headers["Retry-After"] : undefined;
  return typeof seconds === "number" ? seconds * 1000 : 0;
}

/** Sends a request once. Returns a failure that may be temporary. Throws any other error. */
async function tryOnce<A>(
  send: () => Promise<A>,
  address: string,
): Promise<{ readonly answer: A } | { readonly failure: CliError }> {
  try {
    return { answer: await send() };
  } catch (cause) {
    if (!(cause instanceof RestError) || cause.code === "aborted") throw cause;
    const failure = failureOf(cause, address);
    const isChance = cause.code === "network" || cause.code === "timeout";
    if (isChance || isBusy(cause.status ?? 0)) return { failure };
    throw failure;
  }
}

/**
 * Reports whether a status is temporary. The contract does not describe 502 and 504, but proxies send them.
 */
function isBusy(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

function failureOf(cause: RestError, address: string): CliError {
  if (cause.code === "invalid_request") {
    return new CliError(
      "files_unpublishable",
      `The request breaks the publisher's contract, and was not sent: ${cause.message}.`,
      "Correct the flag or the file that the message names.",
      { cause },
    );
  }
  if (cause.status === undefined) {
    return new CliError(
      "publisher_unreachable",
      `${address} is unreachable: ${innermostReason(cause)}.`,
      "Check the address given with --to, and that this machine can reach it. Running the command again " +
        "does no harm.",
      { cause },
    );
  }
  return new CliError(
    "publisher_unreachable",
    `${address} does not respond like a publisher: ${cause.message}.`,
    "Check the address given with --to. Use the address of the start page, without /v1, that the server " +
      "does not redirect. A proxy in between may have answered.",
    { cause },
  );
}

/** Returns the message of the innermost cause, because `fetch` wraps the error of the connection. */
function innermostReason(error: Error): string {
  let reason = error.message;
  for (let at: unknown = error.cause; at instanceof Error; at = at.cause) {
    if (at.message !== "") reason = at.message;
    else if ("code" in at) reason = String(at.code);
  }
  return reason;
}

function publisherAddress(to: string): string {
  const url = URL.canParse(to) ? new URL(to) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") {
    if (url.username === "" && url.password === "") {
      return (url.origin + url.pathname).replace(/\/(?:index\.html|v1)?\/*$/, "");
    }
  }
  throw new CliError(
    "usage",
    `--to ${JSON.stringify(to.replace(/\/\/[^/@]*@/, "//"))} is not the address of a publisher.`,
    "Use the address of its start page, such as https://publisher.example.com.",
  );
}

function warnOfPlainText(terminal: Terminal, address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:" || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return;
  terminal.err(`warning: ${address} is not https: others may read the token in transit.`);
}
