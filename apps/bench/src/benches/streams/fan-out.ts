// What is measured: servers that send the same bytes to every client, and what they are told.

/** Names the servers. `net` writes the bytes to plain sockets and does nothing else: the limit. */
export const fanOutKinds = ["ours", "ws", "socket.io", "net"] as const;

/** Is the name of a server. */
export type FanOutKind = (typeof fanOutKinds)[number];

/** Sends frames to all its clients. */
export interface FanOutServer {
  readonly port: number;
  /** Sends so many frames, each to every client. */
  publish(count: number): void;
}

/** Is the length of a frame's text, in bytes. */
export const frameBytes = 371;

/** Is what the server process is told, and what it answers. */
export type ServerCommand =
  | { readonly command: "publish"; readonly count: number }
  | { readonly command: "usage" };

/** Is what a server process has used since its start. */
export interface ServerUsage {
  readonly cpuMicros: number;
  readonly rssMegabytes: number;
}

/** Is what the process of the clients is told. */
export type CrowdCommand =
  /** Connect so many, and say `connected`. */
  | {
      readonly command: "connect";
      readonly kind: FanOutKind;
      readonly port: number;
      readonly count: number;
    }
  /** Say `counted` when so many more frames have come. */
  | { readonly command: "count"; readonly frames: number };
