import { readFileSync } from "node:fs";
import { LogError } from "../log-error.ts";
import { type NatsAuthenticator, type NatsPeer, transport } from "./nats.ts";
import { type NatsAddresses, readNatsAddresses } from "./nats-addresses.ts";

/** How to connect to NATS. Files are read at each connection, so that they can be replaced. */
export interface ConnectNatsOptions {
  /**
   * The addresses of the servers, such as `nats://127.0.0.1:4222`, as a list or joined by commas.
   * If one address has a user and a password, they apply to all. Default `nats://127.0.0.1:4222`.
   */
  readonly servers?: string | readonly string[];
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
  /** The path of a file with the seed of an nkey. */
  readonly nkeyFile?: string;
  /** The path of a credentials file: a JWT and the seed of its nkey. */
  readonly credentialsFile?: string;
  /** TLS with these files in PEM. If set, even to an empty object, the server must support TLS. */
  readonly tls?: {
    /** The certificates of the authorities to trust, instead of the system's. */
    readonly caFile?: string;
    /** The certificate of this client, and its key. */
    readonly certFile?: string;
    readonly keyFile?: string;
  };
  /**
   * How often the server is pinged, in milliseconds. If the server has not answered a ping before the next
   * one is due, the client moves to another server. Default 2500.
   */
  readonly pingMs?: number;
  /** How long an attempt to connect may take, in milliseconds. Default 5000. */
  readonly timeoutMs?: number;
  /** The name of the connection, as NATS lists it. Default `specwright`. */
  readonly name?: string;
}

/** How long each server may take to accept a connection, if the client has several servers. */
const DIAL_MS = 2_000;

/**
 * Connects to one of the servers, and reconnects to any of them without limit whenever the
 * connection breaks.
 *
 * @throws LogError `log_unavailable` if no server answers the first attempt.
 */
export async function connectNats(options: ConnectNatsOptions): Promise<NatsPeer> {
  const { servers = "127.0.0.1:4222", timeoutMs = 5_000, pingMs = 2_500 } = options;
  let tried = "";
  try {
    const addresses = readNatsAddresses(servers);
    tried = ` at ${addresses.servers.join(", ")}`;
    const tls = options.tls ?? (addresses.tls ? {} : undefined);
    return await transport.connect({
      servers: addresses.servers,
      ...readCredentials(options, addresses),
      ...(tls !== undefined && { tls }),
      // A frozen server must not delay the attempt to connect to the other servers.
      timeout: addresses.servers.length > 1 ? Math.min(timeoutMs, DIAL_MS) : timeoutMs,
      pingInterval: pingMs,
      maxPingOut: 1,
      maxReconnectAttempts: -1,
      // Credentials may be replaced while the process runs.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      reconnectJitterTLS: 250,
      name: options.name ?? "specwright",
    });
  } catch (error) {
    if (error instanceof LogError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new LogError("log_unavailable", `NATS${tried}: ${reason}`, { cause: error });
  }
}

interface Credentials {
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  readonly authenticator?: NatsAuthenticator;
}

function readCredentials(options: ConnectNatsOptions, addresses: NatsAddresses): Credentials {
  const { nkeyFile, credentialsFile } = options;
  if (credentialsFile !== undefined) {
    return { authenticator: transport.credsAuthenticator(() => readFileSync(credentialsFile)) };
  }
  if (nkeyFile !== undefined) {
    return { authenticator: transport.nkeyAuthenticator(() => readSeed(nkeyFile)) };
  }
  const { user, password, token } = (options.user ?? options.token) ? options : addresses;
  if (token !== undefined) return { token };
  return {
    ...(user !== undefined && { user }),
    ...(password !== undefined && { pass: password }),
  };
}

/** A seed file may contain the public key too, and comments. */
function readSeed(path: string): Uint8Array {
  const [seed = ""] = /\bSU[A-Z2-7]{56}\b/.exec(readFileSync(path, "utf8")) ?? [];
  return new TextEncoder().encode(seed);
}
