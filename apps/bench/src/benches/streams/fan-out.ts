// The servers that send the same bytes to every client, and the commands that they receive.

/** The servers. `net` only writes the bytes to plain sockets, so it shows the minimum cost. */
export const fanOutKinds = ["ws", "socket.io", "ours", "net", "NATS"] as const;

/** The name of a server. */
export type FanOutKind = (typeof fanOutKinds)[number];

/** The length of the text of a frame in bytes. Messages of NATS have the same length. */
export const frameBytes = 371;

/**
 * Frames for every client, in several bursts. Each burst is published in its own turn of the event
 * loop.
 */
export interface Volley {
  readonly bursts: number;
  /** The number of frames in a burst, which are published together. */
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
  /**
   * Publish frames steadily, and report how many were published. Each frame is published at the
   * time that it contains.
   */
  | ({ readonly command: "pace" } & Pace);

/** The commands for the process of the clients. */
export type CrowdCommand =
  /** Connect `count` clients, and reply with `connected`. */
  | {
      readonly command: "connect";
      readonly kind: FanOutKind;
      readonly port: number;
      readonly count: number;
      /** The query after the path of our channel, in the URL. */
      readonly query?: string;
    }
  /** Reply with `counted` when `frames` more frames have arrived. */
  | { readonly command: "count"; readonly frames: number }
  /** Reply with the `Latency` of the frames that have arrived since the last reply. */
  | { readonly command: "latency" };

/** Quantiles of the age of frames on arrival, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** A server that sends frames to all of its clients. */
export interface FanOutServer {
  readonly port: number;
  /**
   * Sends `count` frames to every client. `text` is the content of the frames, if the server
   * supports any content.
   */
  publish(count: number, text?: string): void;
}
