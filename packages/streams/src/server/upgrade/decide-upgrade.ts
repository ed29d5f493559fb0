// Decides on an upgrade before it is accepted (streams source §4, §5).

import { type ChannelParameters, type Clock, type Problem, problem } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { formatTimestamp } from "../../signing/timestamp.ts";
import {
  type VerifyUpgradeInput,
  type VerifyUpgradeResult,
  verifyUpgrade,
} from "../../signing/verify-upgrade.ts";
import type { ConnectionFailure } from "../connection/connection-failure.ts";
import type { StreamPeer } from "../connection/stream-peer.ts";
import type { StreamServerSettings } from "../settings.ts";
import { authenticate, authenticateChallenge, type StreamAuthenticators } from "./authenticate.ts";
import { checkOrigin } from "./check-origin.ts";
import { decodeParameters } from "./decode-parameters.ts";
import { readTarget } from "./read-target.ts";
import type { UpgradeRequest } from "./upgrade-request.ts";

export type UpgradeDecision =
  | {
      readonly kind: "accept";
      readonly channel: ChannelDescriptor;
      readonly parameters: ChannelParameters;
      readonly peer: StreamPeer;
    }
  /**
   * Accept the upgrade, send an error frame, and close the connection. A close code can tell a client more
   * than an HTTP status.
   */
  | {
      readonly kind: "accept-and-fail";
      readonly channel: ChannelDescriptor;
      readonly failure: ConnectionFailure;
    }
  | {
      readonly kind: "refuse";
      readonly problem: Problem;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** The input of the decision. */
export interface DecideUpgradeInput
  extends Partial<Pick<VerifyUpgradeInput, "lookupKey">>,
    Pick<VerifyUpgradeInput, "replayCache"> {
  readonly channels: readonly ChannelDescriptor[];
  /** The authenticators of security schemes. */
  readonly authenticate: StreamAuthenticators;
  /** The origins whose pages may connect to channels with cookies as credentials. */
  readonly origins: readonly string[];
  readonly settings: StreamServerSettings;
  readonly clock: Clock;
  /** Reports whether a client may open one more connection. */
  readonly hasRoom: (peer: StreamPeer) => boolean;
  /**
   * Counts an upgrade. Returns 0, or the milliseconds to wait if the client has requested too many
   * upgrades.
   */
  readonly takeUpgrade: (peer: StreamPeer) => number;
}

const PUBLIC: StreamPeer = { brokerId: "public" };

/**
 * Decides on an upgrade request. Checks path, origin, authentication, limits, parameters and version, in
 * this order. Clients without credentials can therefore find out only which channels exist.
 */
export async function decideUpgrade(
  request: UpgradeRequest,
  input: DecideUpgradeInput,
): Promise<UpgradeDecision> {
  const { channels, settings } = input;
  const url = request.url ?? "";
  const target = readTarget(url, channels, settings);
  if (target.kind === "unknown") {
    return refuseUpgrade(problem(404, "unknown_channel", { detail: "unknown channel" }));
  }
  const { channel, path, query, otherVersion } = target;
  const foreign = checkOrigin(channel, request, input.origins);
  if (foreign !== undefined) return refuseUpgrade(foreign);
  const signer = await identifyPeer(request, channel, input);
  if ("kind" in signer) return signer;
  let peer = signer;
  if (channel.security !== undefined) {
    const principals = await authenticate(channel.security, input.authenticate, request);
    if (principals === undefined) return refuseStranger(channel, settings);
    peer = { ...signer, principals };
  }
  if (!input.hasRoom(peer)) return tooManyConnections();
  const waitMs = input.takeUpgrade(peer);
  if (waitMs > 0) {
    const headers = { "Retry-After": `${Math.ceil(waitMs / 1_000)}` };
    return { kind: "refuse", problem: problem(429, "too_many_connections"), headers };
  }

  const decoded = decodeParameters(channel, { path, query, headers: request.headers });
  if (!decoded.ok) return refuseUpgrade(decoded.problem);
  if (otherVersion !== undefined) {
    const { name, supported } = otherVersion;
    const message = `version ${name} is not supported; supported: ${supported.join(", ")}`;
    const failure = { closeCode: 4009, code: "protocol_version", message, details: { supported } };
    return { kind: "accept-and-fail", channel, failure };
  }
  return { kind: "accept", channel, parameters: decoded.parameters, peer };
}

/** Returns the refusal of a client that already has the maximum number of connections. */
export function tooManyConnections(): UpgradeDecision & { readonly kind: "refuse" } {
  const headers = { "Retry-After": "1" };
  return { kind: "refuse", problem: problem(429, "too_many_connections"), headers };
}

async function identifyPeer(
  request: UpgradeRequest,
  channel: ChannelDescriptor,
  { lookupKey, replayCache, settings, clock }: DecideUpgradeInput,
): Promise<StreamPeer | UpgradeDecision> {
  const { signature } = channel;
  if (signature === undefined) return PUBLIC;
  const result: VerifyUpgradeResult = await verifyUpgrade({
    headers: request.rawHeaders,
    path: request.url ?? "",
    lookupKey: lookupKey ?? (() => undefined),
    clock,
    skewMs: settings.clockSkewMs ?? signature.clockSkewMs,
    ...(replayCache !== undefined && { replayCache }),
  });
  if (result.ok) return { accessKey: result.accessKey, brokerId: result.brokerId };
  const { code, detail } = result;
  const server_time = formatTimestamp(clock.now());
  if (settings.unauthorized === "close") {
    const details = { reason: code, server_time };
    const failure = { closeCode: 4401, code: "unauthorized", message: detail, details };
    return { kind: "accept-and-fail", channel, failure };
  }
  return refuseUpgrade(problem(401, "unauthorized", { reason: code, detail, server_time }));
}

function refuseStranger(
  channel: ChannelDescriptor,
  settings: StreamServerSettings,
): UpgradeDecision {
  const detail = "valid credentials are required";
  if (settings.unauthorized === "close") {
    const failure = { closeCode: 4401, code: "unauthorized", message: detail };
    return { kind: "accept-and-fail", channel, failure };
  }
  const challenge = authenticateChallenge(channel);
  const headers = challenge === undefined ? {} : { "WWW-Authenticate": challenge };
  return { kind: "refuse", problem: problem(401, "unauthorized", { detail }), headers };
}

function refuseUpgrade(refusal: Problem): UpgradeDecision {
  return { kind: "refuse", problem: refusal };
}
