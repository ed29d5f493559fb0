// Declares the parts of the NATS packages that are used here. The declarations in these packages do not
// compile with exactOptionalPropertyTypes, also not in projects that use this package.

import { createRequire } from "node:module";

/** The headers of a message. A status message has a code instead. */
export interface NatsHeaders {
  readonly code: number;
  readonly description: string;
  get(name: string): string;
  set(name: string, value: string): void;
}

/** A received message. */
export interface NatsMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: NatsHeaders | undefined;
  /** The subject to which the answer is sent. */
  readonly reply?: string | undefined;
  string(): string;
}

/** A connection to NATS, with the parts of `@nats-io/transport-node` that are used here. */
export interface NatsConnection {
  readonly info?:
    | {
        readonly version: string;
        readonly max_payload: number;
        readonly headers?: boolean;
        /** The name of the cluster. Undefined if the server is not in a cluster. */
        readonly cluster?: string;
      }
    | undefined;
  publish(
    subject: string,
    payload?: Uint8Array | string,
    options?: { reply?: string; headers?: NatsHeaders },
  ): void;
  subscribe(
    subject: string,
    options: { callback: (error: Error | null, message: NatsMessage) => void; queue?: string },
  ): { unsubscribe(): void };
  status(): AsyncIterable<{ readonly type: string }>;
  /** Resolves when the server has received everything that was sent before. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Disconnects, and connects to one of the servers, which may be the same one. */
  reconnect?(): Promise<void>;
  /** Returns the address of the current server. */
  getServer?(): string;
  getServers?(): readonly unknown[];
}

/** A connection that can send requests and answer them. */
export interface NatsPeer extends NatsConnection {
  request(
    subject: string,
    payload: Uint8Array | string,
    options: { timeout: number },
  ): Promise<NatsMessage>;
}

/** The configuration of a stream. Times are in nanoseconds. */
export interface NatsStreamConfig {
  readonly name: string;
  readonly subjects: string[];
  readonly description?: string;
  readonly storage: "file";
  readonly retention: "limits";
  readonly discard: "old";
  readonly num_replicas: number;
  readonly allow_direct: boolean;
  readonly deny_delete: boolean;
  readonly max_msgs: number;
  readonly max_age: number;
  readonly duplicate_window: number;
}

/** The configuration of a stream, and what it contains. */
export interface NatsStreamInfo {
  readonly config: Partial<NatsStreamConfig>;
  /** When the stream was created, as a text with nanoseconds. */
  readonly created: string;
  readonly state: {
    readonly messages: number;
    readonly first_seq: number;
    readonly last_seq: number;
  };
  /** The replicas of the stream. Undefined if the server is not in a cluster. */
  readonly cluster?: {
    readonly name?: string;
    /** Undefined if no leader is elected. */
    readonly leader?: string;
    /** All replicas except the leader. */
    readonly replicas?: readonly {
      readonly offline?: boolean;
      /** The time since the leader last received a message of this replica, in nanoseconds. */
      readonly active: number;
    }[];
  };
}

/** Creates, updates and inspects streams. */
export interface NatsStreamManager {
  readonly streams: {
    info(name: string): Promise<NatsStreamInfo>;
    add(config: NatsStreamConfig): Promise<NatsStreamInfo>;
    update(name: string, config: Partial<NatsStreamConfig>): Promise<NatsStreamInfo>;
  };
}

/** A message that a consumer delivers. */
export interface NatsStreamMessage {
  readonly seq: number;
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: NatsHeaders | undefined;
}

/** The messages that a consumer delivers. */
export interface NatsConsumption {
  status(): AsyncIterable<{ readonly type: string }>;
  stop(error?: Error): void;
  closed(): Promise<unknown>;
}

/** Reads streams through consumers. */
export interface NatsStreamClient {
  readonly consumers: {
    get(
      stream: string,
      ordered: { deliver_policy: string; opt_start_seq: number; headers_only: boolean },
    ): Promise<{
      consume(options: {
        max_messages: number;
        callback: (message: NatsStreamMessage) => void;
      }): Promise<NatsConsumption>;
    }>;
  };
}

/** Signs the nonce that a server sends. */
export type NatsAuthenticator = (nonce?: string) => unknown;

interface Transport {
  connect(options: {
    servers: string[];
    user?: string;
    pass?: string;
    token?: string;
    authenticator?: NatsAuthenticator;
    tls?: object;
    timeout: number;
    pingInterval: number;
    maxPingOut: number;
    maxReconnectAttempts: number;
    ignoreAuthErrorAbort: boolean;
    reconnectTimeWait: number;
    reconnectJitter: number;
    reconnectJitterTLS: number;
    name: string;
  }): Promise<NatsPeer>;
  nkeyAuthenticator(seed: () => Uint8Array): NatsAuthenticator;
  credsAuthenticator(creds: () => Uint8Array): NatsAuthenticator;
  createInbox(): string;
  headers(): NatsHeaders;
}

interface JetStream {
  jetstream(connection: NatsConnection, options: { timeout: number }): NatsStreamClient;
  jetstreamManager(
    connection: NatsConnection,
    options: { timeout: number },
  ): Promise<NatsStreamManager>;
}

const load = createRequire(import.meta.url);

/** Opens connections to NATS. */
export const transport: Transport = load("@nats-io/transport-node");

/** JetStream, accessed over a connection. */
export const jetStream: JetStream = load("@nats-io/jetstream");
