import { type Clock, fillText, StreamError, valueAt } from "@specwright/runtime";
import {
  type CredentialKeys,
  type FeedScheme,
  type FeedTicket,
  timeoutSignal,
} from "@specwright/runtime/transport";
import type { NonceSource } from "../../../signing/rule/nonce-source.ts";
import { signByRule } from "../../../signing/rule/sign-by-rule.ts";
import { fillTexts } from "./fill-texts.ts";

/** The dependencies of `fetchTicket`. */
export interface TicketOptions {
  readonly clock: Pick<Clock, "now">;
  readonly nonces: NonceSource;
  readonly fetch: typeof globalThis.fetch;
  /** The servers to call instead of those in the contract, by the URL in the contract. */
  readonly servers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** A ticket, and its lifetime in seconds. `seconds` is undefined if the ticket can be used only once. */
export interface Ticket {
  readonly token: string;
  readonly seconds: number | undefined;
}

/**
 * After an answer with one of these statuses, or with any status of 500 or above, a retry may succeed.
 */
const TEMPORARY = new Set([408, 425, 429]);

/**
 * Fetches a ticket with a signed request.
 *
 * @throws StreamError `unauthorized` if the server refuses the request permanently. After any other error,
 * a retry may succeed.
 */
export async function fetchTicket(
  scheme: FeedScheme,
  ticket: FeedTicket,
  keys: CredentialKeys,
  options: TicketOptions,
): Promise<Ticket> {
  const { url, request } = await signTicketRequest(scheme, ticket, keys, options);
  const response = await options.fetch(url, {
    ...request,
    // The signature is valid for this server only.
    redirect: "error",
    signal: timeoutSignal(options.timeoutMs),
  });
  const text = await response.text();
  const answer = parseAnswer(text);
  const token = valueAt(answer, ticket.token);
  if (response.ok && typeof token === "string") {
    const seconds = ticket.expires === undefined ? undefined : valueAt(answer, ticket.expires);
    return { token, seconds: typeof seconds === "number" ? seconds : undefined };
  }
  const stated = ticket.refusal === undefined ? undefined : valueAt(answer, ticket.refusal);
  const reason = typeof stated === "string" ? stated : text.slice(0, 200);
  const message = `${url.host} refused the ticket request with ${response.status}: ${reason}`;
  const isTemporary =
    response.status >= 500 ||
    TEMPORARY.has(response.status) ||
    ticket.temporary?.some((beginning) => reason.startsWith(beginning)) === true;
  throw isTemporary ? new Error(message) : new StreamError("unauthorized", `${message}.`);
}

/**
 * Fills the body first, because the signature covers the body. The body and the signature have the same
 * time and nonce.
 */
async function signTicketRequest(
  scheme: FeedScheme,
  { server, path, method = "POST", headers = {}, body = "" }: FeedTicket,
  keys: CredentialKeys,
  { clock, nonces, servers }: TicketOptions,
): Promise<{ readonly url: URL; readonly request: RequestInit }> {
  const nowMs = clock.now();
  const nonce = scheme.nonce === undefined ? 0 : nonces.next(scheme.nonce, keys.key ?? "");
  const context = { clock: { now: () => nowMs }, nonces: { next: () => nonce }, method };
  const { values } = await signByRule(scheme, keys, { ...context, path: "/" });
  const sent = { path: fillText(path, values), body: fillText(body, values) };
  const signed = await signByRule(scheme, keys, { ...context, ...sent });
  return {
    url: new URL((servers[server] ?? server).replace(/\/$/, "") + sent.path),
    request: {
      method,
      headers: fillTexts(headers, signed.values),
      ...(sent.body !== "" && { body: sent.body }),
    },
  };
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
