// Calls a publisher with the generated client, and retries temporary failures.

import { restTransport, token as tokenCredential } from "@specwright/rest/client";
import { RestError } from "@specwright/runtime";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { PublishWorld } from "./publish-flags.ts";

/** The transport of the generated client. */
export type Transport = ReturnType<typeof restTransport>;

/** A response, as every operation of the contract describes it. */
export interface Answer {
  readonly status: number;
  readonly headers?: object;
}

/** A publisher: its address, called with a token. */
export interface Publisher {
  /** The address of its start page, without a slash at the end. */
  readonly address: string;
  /**
   * Calls an operation until there is a response. `isRepeated` is true if an earlier attempt
   * failed.
   */
  call<A extends Answer>(
    send: (transport: Transport, options: { readonly signal: AbortSignal }) => Promise<A>,
  ): Promise<{ readonly answer: A; readonly isRepeated: boolean }>;
}

const attempts = 6;
const firstDelayMs = 500;
/** If a publisher asks for a longer delay, the command gives up. */
const longestDelayMs = 60_000;

/**
 * Opens a publisher. All requests of the command can be retried: a document is never published
 * twice.
 *
 * @throws {CliError} `usage`; its calls throw `publisher_unreachable`.
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

/** Returns the seconds of `Retry-After` as milliseconds; 0 if it is missing. */
export function retryAfterMs({ headers }: Answer): number {
  const seconds =
    headers !== undefined && "Retry-After" in headers ? headers["Retry-After"] : undefined;
  return typeof seconds === "number" ? seconds * 1000 : 0;
}

/** Sends a request once. Returns a temporary failure, and throws any other error. */
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

/** Proxies respond with 502 and 504, which the contract does not document. */
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

/** Returns the innermost reason: fetch wraps the error of the connection. */
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
