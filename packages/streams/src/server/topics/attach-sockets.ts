// Connects a feed to the upgrades of an HTTP server.

import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import { type Clock, type Problem, problem } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { ServerSocket } from "../connection/server-socket.ts";
import { acceptUpgrades, type UpgradeAnswer } from "../upgrade/accept-upgrades.ts";
import { checkOrigin } from "../upgrade/check-origin.ts";
import { serverSocket } from "../upgrade/compressed-socket.ts";
import { decodeParameters } from "../upgrade/decode-parameters.ts";
import { matchAddress } from "../upgrade/match-address.ts";
import type { FeedServerListener } from "./feed-server-event.ts";
import { FeedRefusal } from "./refuse.ts";
import type { FeedPeerInfo } from "./topics/topic-handlers.ts";

/** The upgrade request of a client. */
export interface FeedUpgrade {
  /** The path and query of the request. */
  readonly target: string;
  /** The headers. Their names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface AttachOptions {
  readonly channel: ChannelDescriptor;
  readonly paths: readonly string[];
  readonly origins: readonly string[];
  readonly compression: boolean;
  readonly clock: Clock;
  readonly maxFrameBytes: number;
  readonly admit: (upgrade: FeedUpgrade) => unknown;
  readonly connect: (socket: ServerSocket, peer: FeedPeerInfo) => void;
  /** Called for each refused upgrade. */
  readonly onRefused: (refusal: Problem, request: IncomingMessage) => void;
  readonly onEvent: FeedServerListener;
}

/** After a refusal, the client must disconnect within this time, in milliseconds. */
const GRACE_MS = 2_000;

/**
 * Handles the upgrades of an HTTP server that have a path of the feed. Returns a function that stops
 * this.
 */
export function attachSockets(server: Server, options: AttachOptions): () => void {
  const { channel, origins, paths, onEvent } = options;

  function matchPath({ url = "" }: IncomingMessage): Readonly<Record<string, string>> | undefined {
    const [path = ""] = url.split("?");
    for (const each of paths) {
      const values = matchAddress(each, path);
      if (values !== undefined) return values;
    }
    return undefined;
  }

  function refuseUpgrade(refusal: Problem, request: IncomingMessage): UpgradeAnswer {
    options.onRefused(refusal, request);
    return { kind: "refuse", problem: refusal };
  }

  async function decideUpgrade(incoming: IncomingMessage): Promise<UpgradeAnswer> {
    const path = matchPath(incoming);
    if (path === undefined) return refuseUpgrade(problem(404, "unknown_channel"), incoming);
    const foreign = checkOrigin(channel, incoming, origins);
    if (foreign !== undefined) return refuseUpgrade(foreign, incoming);
    const account = await options.admit(toUpgrade(incoming));
    if (account instanceof FeedRefusal) {
      return refuseUpgrade(problem(401, "unauthorized", { detail: account.text }), incoming);
    }
    const { url = "", headers } = incoming;
    const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
    const decoded = decodeParameters(channel, { path, query, headers });
    if (!decoded.ok) return refuseUpgrade(decoded.problem, incoming);
    const { parameters } = decoded;
    return {
      kind: "accept",
      run: (socket, transport) =>
        options.connect(serverSocket(socket, transport), { account, parameters }),
    };
  }

  const upgrade = acceptUpgrades({
    clock: options.clock,
    graceMs: GRACE_MS,
    maxFrameBytes: options.maxFrameBytes,
    compression: options.compression,
    bodyOf: ({ status, detail }) => ({ error: detail || STATUS_CODES[status] }),
    // If the path is unknown here, a different listener may serve it.
    answers: (incoming) =>
      matchPath(incoming) !== undefined || server.listenerCount("upgrade") === 1,
    decide: decideUpgrade,
    onFailed: (error) => onEvent({ type: "failed", error }),
  });
  server.on("upgrade", upgrade);
  return () => {
    server.off("upgrade", upgrade);
  };
}

/** Converts an upgrade request to the argument of `admit`. */
export function toUpgrade({
  url = "/",
  headers,
}: Pick<IncomingMessage, "url" | "headers">): FeedUpgrade {
  return {
    target: url,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
    ),
  };
}
