// The request that opens a connection: its address, its parameters, and its credentials.

import { type ChannelParameters, StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import {
  checkHeaderTexts,
  noParameters,
  type ResumePoint,
  type UpgradeCredentials,
} from "@specwright/runtime/transport";
import type { signUpgrade } from "../signing/sign-upgrade.ts";
import { askTicket } from "./ask-ticket.ts";
import type { StreamEnvironment } from "./stream-environment.ts";

/** The address and the headers of an upgrade. */
export interface Upgrade {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs upgrades by a scheme of `x-credentials`. */
export interface UpgradeSigner {
  /** Returns the headers of the scheme, and the address with the query parameters of the scheme. */
  upgrade(url: URL): Promise<Upgrade>;
  /** Removes secrets from a text of the server or of an error. */
  redact(text: string): string;
}

/** The input for creating the upgrade of a connection. */
export interface UpgradeInput {
  readonly environment: StreamEnvironment;
  readonly channel: ChannelDescriptor;
  readonly parameters: ChannelParameters;
  readonly resume: ResumePoint;
  /** Signs the upgrade; absent if the channel is not signed. */
  readonly sign: typeof signUpgrade | undefined;
  readonly signer: UpgradeSigner | undefined;
  readonly stop: AbortSignal;
}

/** Reports whether a retry would fail with the same error. */
export function isFinal(error: unknown): error is StreamError {
  return error instanceof StreamError;
}

/**
 * Creates the upgrade of the next connection. If a function of the user that returns credentials or a
 * ticket rejects, this function rejects with the same error.
 *
 * @throws StreamError `unauthorized` if the channel is signed but the keys are missing, or if HTTP cannot
 * carry a credential; `invalid_parameters` if HTTP cannot carry the value of any other header.
 */
export async function createUpgrade(input: UpgradeInput): Promise<Upgrade> {
  const { environment, channel, parameters, resume, signer } = input;
  const credentials = await findCredentials(input);
  const writer = channel.writer ?? noParameters;
  const path = writer.address(channel, parameters);
  const query = [...writer.query(channel, parameters, resume), ...credentials.query];
  const url = joinUrl(environment.url, path, query);
  const headers = {
    ...writer.headers(channel, parameters),
    ...credentials.headers,
    ...signHeaders(input, url),
  };
  checkHeaderTexts(channel.id, credentials.headers, "unauthorized");
  checkHeaderTexts(channel.id, headers);
  if (signer === undefined) return { url, headers };
  const signed = await signer.upgrade(url);
  return { url: signed.url, headers: { ...headers, ...signed.headers } };
}

/** Returns the credentials that identify the client to a server or a relay. */
async function findCredentials({
  environment,
  channel,
  stop,
}: UpgradeInput): Promise<UpgradeCredentials> {
  if (environment.ticket === undefined) {
    const { id, security } = channel;
    const applied = security?.sender.apply(security, environment.credentials, id);
    return (await applied) ?? { headers: {}, query: [] };
  }
  const ticket = await askTicket(environment, stop);
  return {
    headers: {},
    query: ticket === undefined ? [] : [`ticket=${encodeURIComponent(ticket)}`],
  };
}

/** Appends a path and the encoded pairs of a query to the address of the server. */
function joinUrl(base: string, path: string, pairs: readonly string[]): URL {
  const query = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  return new URL(`${base.replace(/\/+$/, "")}${path === "/" ? "" : path}${query}`);
}

function signHeaders(
  { environment, channel, sign: signUpgrade }: UpgradeInput,
  url: URL,
): Readonly<Record<string, string>> {
  if (signUpgrade === undefined) return {};
  const { accessKey, clock, skew } = environment;
  if (accessKey === undefined) {
    const message = "the channel needs signed upgrades, but no access key is configured";
    throw new StreamError("unauthorized", message, { channelId: channel.id });
  }
  const path = url.pathname + url.search;
  return { ...signUpgrade({ ...accessKey, path, timestamp: clock.now() + skew.offsetMs }) };
}
