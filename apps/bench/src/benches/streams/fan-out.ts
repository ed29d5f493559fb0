// What is measured: servers that send the same bytes to every client, and what they are told.

/** Names the servers. `net` writes the bytes to plain sockets and does nothing else: the limit. */
export const fanOutKinds = ["ws", "socket.io", "ours", "net", "NATS"] as const;

/** Is the name of a server. */
export type FanOutKind = (typeof fanOutKinds)[number];

/** Is the length of a frame's text, in bytes; of what NATS makes of a message, too. */
export const frameBytes = 371;

/** Is a number of frames for every client: bursts, each in a turn of its own. */
export interface Volley {
  readonly bursts: number;
  /** Frames of a burst, published together. */
  readonly burst: number;
}

/** Is a steady stream of frames for every client. */
export interface Pace {
  readonly framesPerSecond: number;
  readonly forMs: number;
}

/** Is what a process of a server is told. */
export type ServerCommand =
  | ({ readonly command: "publish" } & Volley)
  /** Publish steadily, each frame at the time that it carries; say how many there were. */
  | ({ readonly command: "pace" } & Pace);

/** Is what the process of the clients is told. */
export type CrowdCommand =
  /** Connect so many, and say `connected`. */
  | {
      readonly command: "connect";
      readonly kind: FanOutKind;
      readonly port: number;
      readonly count: number;
      /** What follows the path of our channel. */
      readonly query?: string;
    }
  /** Say `counted` when so many more frames have come. */
  | { readonly command: "count"; readonly frames: number }
  /** Tell the `Latency` of what has come since the last time. */
  | { readonly command: "latency" };

/** Is how old frames were when they came, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}
