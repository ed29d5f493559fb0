import { readFileSync } from "node:fs";
import { LogError } from "../log-error.ts";
import { type NatsAuthenticator, type NatsPeer, transport } from "./nats.ts";
import { type NatsAddresses, readNatsAddresses } from "./nats-addresses.ts";

/** How to connect to NATS. Files are read again for each connection, so that they can be replaced. */
export interface ConnectNatsOptions {
  /**
   * The addresses of the servers, such as `nats://127.0.0.1:4222`: a list, or a text in which commas
   * separate them. If one address has a user and a password, they apply to all addresses. Default
   * `nats://127.0.0.1:4222`.
   */
  readonly servers?: string | readonly string[];
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
  /** The path of a file that contains the seed of an nkey. */
  readonly nkeyFile?: string;
  /** The path of a credentials file, which contains a JWT and the seed of its nkey. */
  readonly credentialsFile?: string;
  /** Paths of PEM files for TLS. If set, even to an empty object, the server must support TLS. */
  readonly tls?: {
    /** The certificates of trusted authorities. They replace those of the system. */
    readonly caFile?: string;
    /** The certificate of this client. `keyFile` has its key. */
    readonly certFile?: string;
    readonly keyFile?: string;
  };
  /**
   * How often the server is pinged, in milliseconds. If a ping is not answered before the next one is due,
   * the client connects to a different server. Default 2500.
   */
  readonly pingMs?: number;
  /** How long an attempt to connect may take, in milliseconds. Default 5000. */
  readonly timeoutMs?: number;
  /** The name under which NATS lists the connection. Default `specwright`. */
  readonly name?: string;
}

/** If the client has several servers, each must accept a connection within this number of milliseconds. */
const DIAL_MS = 2_000;

/**
 * Connects to one of the servers. When the connection breaks, connects again to any of them, without a
 * limit.
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
      // A frozen server must not delay the attempt to reach the next one for long.
      timeout: addresses.servers.length > 1 ? Math.min(timeoutMs, DIAL_MS) : timeoutMs,
      pingInterval: pingMs,
      maxPingOut: 1,
      maxReconnectAttempts: -1,
      // The client must continue after an authentication error, because the credentials may be replaced.
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

/** Finds the seed in a file that may also contain the public key and comments. */
function readSeed(path: string): Uint8Array {
  const [seed = ""] = /\bSU[A-Z2-7]{56}\b/.exec(readFileSync(path, "utf8")) ?? [];
  return new TextEncoder().encode(seed);
}
