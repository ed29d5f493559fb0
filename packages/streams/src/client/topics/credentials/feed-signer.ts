// Signs the requests of a client by a scheme of the contract.

import {
  fillTemplate,
  StreamError,
  TemplateError,
  type TemplateValue,
  type TemplateValues,
  valueAt,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { CredentialKeys, FeedScheme } from "@specwright/runtime/transport";
import type { SigningRequest } from "../../../signing/rule/credential-rule.ts";
import type { NonceSource } from "../../../signing/rule/nonce-source.ts";
import { SigningError } from "../../../signing/signing-error.ts";
import type { Upgrade, UpgradeSigner } from "../../create-upgrade.ts";
import type { StreamEnvironment } from "../../stream-environment.ts";
import { type ChosenScheme, chooseScheme } from "./choose-scheme.ts";
import type { TicketOptions } from "./fetch-ticket.ts";
import { fillTexts } from "./fill-texts.ts";
import { loadSigning } from "./load-signing.ts";

/** The dependencies of a signer. */
export interface SignerOptions extends Omit<TicketOptions, "nonces"> {
  /** Returns the source of nonces. Called before the first nonce is needed. */
  readonly nonces: () => Promise<NonceSource>;
  /** Returns the milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

interface HeldTicket {
  readonly token: string;
  readonly key: string | undefined;
  readonly untilMs: number;
}

/**
 * Creates the signer of a channel. Returns undefined if the user has no credentials for the schemes of the
 * channel.
 *
 * @throws StreamError `unauthorized` for the same reasons as `chooseScheme`.
 */
export function createSigner(
  channel: ChannelDescriptor,
  environment: StreamEnvironment,
): FeedSigner | undefined {
  const { clock, fetch, servers, nonces, clockSkewMs, credentials } = environment;
  const chosen = chooseScheme(channel, credentials);
  if (chosen === undefined) return undefined;
  return new FeedSigner(chosen, {
    clock: { now: () => clock.now() + clockSkewMs() },
    elapsed: () => clock.elapsed(),
    nonces: async () => nonces ?? (await loadSigning()).sharedNonces(clock),
    fetch,
    servers,
    timeoutMs: environment.requestTimeoutMs,
  });
}

/** A ticket is used for this fraction of the lifetime that the server states. */
const TICKET_LIFE = 0.9;
/** `redact` does not replace shorter secrets, because they occur in ordinary words. */
const SHORTEST_SECRET = 4;

/**
 * Signs the requests of one feed. If a retry cannot succeed, its methods throw a StreamError, such as
 * `unauthorized`. If a retry may succeed, they throw any other error.
 */
export class FeedSigner implements UpgradeSigner {
  readonly scheme: FeedScheme;
  readonly #keys: () => Promise<CredentialKeys>;
  readonly #options: SignerOptions;
  /** The secrets that must not appear in messages. The keys of the map are names such as `signature`. */
  readonly #secrets: Map<string, string> = new Map();
  #held: HeldTicket | undefined;
  #fetching: Promise<string> | undefined;

  constructor({ scheme, keys }: ChosenScheme, options: SignerOptions) {
    this.scheme = scheme;
    this.#keys = keys;
    this.#options = options;
  }

  /** Signs the upgrade of a connection, with a new ticket. */
  async upgrade(url: URL): Promise<Upgrade> {
    this.#held = undefined;
    const { headers, query } = this.scheme.place;
    if (headers === undefined && query === undefined) return { url, headers: {} };
    const values = await this.#signingValues({ method: "GET", path: url.pathname + url.search });
    return withFeedErrors(() => {
      const signed = new URL(url);
      for (const [name, text] of Object.entries(fillTexts(query ?? {}, values))) {
        signed.searchParams.set(name, text);
      }
      return { url: signed, headers: checkHeaders(fillTexts(headers ?? {}, values)) };
    });
  }

  /** Signs the login message. Returns a function that creates the message for the id of a request. */
  async login(): Promise<(id: string | number) => TemplateValue> {
    const { message } = this.scheme.place;
    const values = await this.#signingValues({});
    const fill = (id: string | number): TemplateValue =>
      withFeedErrors(() => fillTemplate(message?.payload ?? null, { ...values, id }));
    // Reports a value that the template lacks now, not when the login is sent.
    fill(0);
    return fill;
  }

  /** Returns the members to add to a request for private topics; undefined if none are needed. */
  async subscribe(payload: TemplateValue): Promise<TemplateValue | undefined> {
    const { eachSubscribe } = this.scheme.place;
    if (eachSubscribe === undefined) return undefined;
    const values = await this.#signingValues({ parameters: this.#parametersOf(payload) });
    return withFeedErrors(() => fillTemplate(eachSubscribe, values));
  }

  /** Returns the members to add to a request that ends private topics; undefined if none are needed. */
  async unsubscribe(payload: TemplateValue): Promise<TemplateValue | undefined> {
    const { eachUnsubscribe } = this.scheme.place;
    if (eachUnsubscribe === undefined) return undefined;
    const values = await this.#signingValues({ parameters: this.#parametersOf(payload) }, true);
    return withFeedErrors(() => fillTemplate(eachUnsubscribe, values));
  }

  /** Replaces secrets in a text by `***`. The text comes from the server or from an error. */
  redact(text: string): string {
    let safe = text;
    for (const secret of this.#secrets.values()) {
      if (secret.length >= SHORTEST_SECRET) safe = safe.replaceAll(secret, "***");
    }
    return safe;
  }

  async #signingValues(request: SigningRequest, ofOpenTopics = false): Promise<TemplateValues> {
    const keys = await this.#keys();
    this.#hideSecrets(keys);
    const { ticket } = this.scheme;
    if (ticket !== undefined) {
      const token = await this.#currentTicket(keys, ofOpenTopics);
      return { ...keys.values, ...(keys.key !== undefined && { key: keys.key }), token };
    }
    const { signByRule } = await loadSigning();
    const context = {
      ...request,
      clock: this.#options.clock,
      nonces: await this.#options.nonces(),
    };
    const { signature, values } = await withFeedErrors(() =>
      signByRule(this.scheme, keys, context),
    );
    this.#secrets.set("signature", signature);
    return values;
  }

  /**
   * Returns the ticket for a request. If the request is about open topics, the ticket with which they were
   * subscribed is used even after its lifetime.
   */
  async #currentTicket(keys: CredentialKeys, ofOpenTopics: boolean): Promise<string> {
    const held = this.#held;
    const isFresh = held !== undefined && this.#options.elapsed() < held.untilMs;
    if (held !== undefined && held.key === keys.key && (isFresh || ofOpenTopics)) return held.token;
    this.#fetching ??= this.#fetchTicket(keys).finally(() => {
      this.#fetching = undefined;
    });
    return await this.#fetching;
  }

  async #fetchTicket(keys: CredentialKeys): Promise<string> {
    const { ticket } = this.scheme;
    if (ticket === undefined) return "";
    const { fetchTicket } = await loadSigning();
    const options = { ...this.#options, nonces: await this.#options.nonces() };
    const { token, seconds = 0 } = await withFeedErrors(() =>
      fetchTicket(this.scheme, ticket, keys, options),
    );
    const untilMs = this.#options.elapsed() + seconds * 1000 * TICKET_LIFE;
    this.#held = { token, key: keys.key, untilMs };
    this.#secrets.set("token", token);
    return token;
  }

  #hideSecrets({ secret, values = {} }: CredentialKeys): void {
    if (secret !== undefined) this.#secrets.set("secret", secret);
    for (const [name, value] of Object.entries(values)) this.#secrets.set(`value ${name}`, value);
  }

  #parametersOf(payload: TemplateValue): Record<string, string | number | bigint | boolean> {
    const at = this.scheme.parameters?.at;
    const found = at === undefined ? undefined : valueAt(payload, at);
    if (typeof found !== "object" || found === null) return {};
    const scalars = Object.entries(found).filter(([, value]) => typeof value !== "object");
    return Object.fromEntries(scalars);
  }
}

/** Throws for values that HTTP cannot send, such as a key with the line break of its file. */
function checkHeaders(headers: Readonly<Record<string, string>>): Upgrade["headers"] {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\x20-\x7e]*$/.test(value)) continue;
    const message = `The header ${name} must not contain line breaks or characters beyond ASCII.`;
    throw new StreamError("unauthorized", message);
  }
  return headers;
}

/** Converts signing errors, which a retry would not fix, to `StreamError`. */
function withFeedErrors<Result>(sign: () => Result): Result {
  try {
    const result = sign();
    return result instanceof Promise ? (result.catch(throwFeedError) as Result) : result;
  } catch (error) {
    return throwFeedError(error);
  }
}

function throwFeedError(error: unknown): never {
  if (!(error instanceof SigningError || error instanceof TemplateError)) throw error;
  throw new StreamError("unauthorized", `The credentials cannot be used. ${error.message}`, {
    cause: error,
  });
}
