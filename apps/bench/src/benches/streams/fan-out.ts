// Servers that send the same bytes to every client, and the commands they receive.

/**
 * The servers. `net` writes the bytes to plain sockets and nothing else, which is the lower bound.
 */
export const fanOutKinds = ["ws", "socket.io", "ours", "net", "NATS"] as const;

/** The name of a server. */
export type FanOutKind = (typeof fanOutKinds)[number];

/** The length of the text of a frame in bytes, also for a message of NATS. */
export const frameBytes = 371;

/** A number of frames for every client: bursts, each in its own turn. */
export interface Volley {
  readonly bursts: number;
  /** The number of frames published together. */
  readonly burst: number;
}

/** A steady stream of frames for every client. */
export interface Pace {
  readonly framesPerSecond: number;
  readonly forMs: number;
}

/** The commands for the process of a server. */
export type ServerCommand =
  | ({ readonly command: "publish" } & Volley)
  /** Publish steadily, each frame at the time that it carries, and report their number. */
  | ({ readonly command: "pace" } & Pace);

/** The commands for the process of the clients. */
export type CrowdCommand =
  /** Connect a number of clients and answer `connected`. */
  | {
      readonly command: "connect";
      readonly kind: FanOutKind;
      readonly port: number;
      readonly count: number;
      /** The query after the path of our channel. */
      readonly query?: string;
    }
  /** Answer `counted` when that many more frames have arrived. */
  | { readonly command: "count"; readonly frames: number }
  /** Answer with the `Latency` of the frames since the last time. */
  | { readonly command: "latency" };

/** The age of frames on arrival, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Sends frames to all its clients. */
export interface FanOutServer {
  readonly port: number;
  /** Sends frames, each to every client. `text` is their content, if the server allows any. */
  publish(count: number, text?: string): void;
}
