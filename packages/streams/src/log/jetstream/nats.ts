// The parts of the NATS packages that are used here. Their own declarations do not compile under
// exactOptionalPropertyTypes, neither here nor in projects that use this package.

import { createRequire } from "node:module";

/** The headers of a message, or the status that replaces them. */
export interface NatsHeaders {
  readonly code: number;
  readonly description: string;
  get(name: string): string;
  set(name: string, value: string): void;
}

/** A message as received. */
export interface NatsMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: NatsHeaders | undefined;
  /** The subject for the answer. */
  readonly reply?: string | undefined;
  string(): string;
}

/** A connection to NATS: the part of `@nats-io/transport-node` that is used here. */
export interface NatsConnection {
  readonly info?:
    | {
        readonly version: string;
        readonly max_payload: number;
        readonly headers?: boolean;
        /** The name of the cluster; absent for a single server. */
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
  /** Resolves when the server has received everything that was sent. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Disconnects from the server, and connects to one of the servers, possibly the same one. */
  reconnect?(): Promise<void>;
  /** Returns the address of the server in use. */
  getServer?(): string;
  getServers?(): readonly unknown[];
}

/** A connection that can also send requests and answer them. */
export interface NatsPeer extends NatsConnection {
  request(
    subject: string,
    payload: Uint8Array | string,
    options: { timeout: number },
  ): Promise<NatsMessage>;
}

/** The configuration of a stream; times are in nanoseconds. */
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

/** The configuration and the contents of a stream. */
export interface NatsStreamInfo {
  readonly config: Partial<NatsStreamConfig>;
  /** The creation time, with nanoseconds. */
  readonly created: string;
  readonly state: {
    readonly messages: number;
    readonly first_seq: number;
    readonly last_seq: number;
  };
  /** The replicas of the stream; absent for a single server. */
  readonly cluster?: {
    readonly name?: string;
    /** Absent without a leader. */
    readonly leader?: string;
    /** All replicas but the leader. */
    readonly replicas?: readonly {
      readonly offline?: boolean;
      /** How long ago the leader last received a message from it, in nanoseconds. */
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

/** A running consumption of messages. */
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

/** Signs the nonce of a server. */
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
