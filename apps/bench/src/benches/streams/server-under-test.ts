import type { ChildProcess } from "node:child_process";
import {
  awaitAnswer,
  sendCommand,
  serverCore,
  startModule,
  stopProcess,
} from "../../pinned-process.ts";
import type { FanOutKind, Pace, ServerCommand, Volley } from "./fan-out.ts";

/** A server in its own process. */
export interface ServerUnderTest {
  readonly port: number;
  readonly process: ChildProcess;
  /**
   * Whether the server sends bursts separately if they are published in separate turns of the event
   * loop. If not, each burst must wait until the previous one has arrived.
   */
  readonly turns: boolean;
  publish(volley: Volley): void;
  stop(): Promise<void>;
}

/** One of our servers. It can also publish frames steadily. */
export interface PacedServer extends ServerUnderTest {
  /**
   * Publishes frames steadily. Resolves with the number of frames when the last one is published.
   */
  pace(pace: Pace): Promise<number>;
}

/** Starts one of the servers that run in Node. */
export async function startNodeServer(kind: FanOutKind, folder: string): Promise<PacedServer> {
  const child = startModule(import.meta.url, "serve", serverCore, [kind, folder]);
  const { port } = (await awaitAnswer(child)) as { readonly port: number };
  return {
    port,
    process: child,
    turns: true,
    publish: (volley) =>
      sendCommand(child, { command: "publish", ...volley } satisfies ServerCommand),
    async pace(pace) {
      const published = awaitAnswer(child);
      sendCommand(child, { command: "pace", ...pace } satisfies ServerCommand);
      return (await published) as number;
    },
    stop: () => stopProcess(child),
  };
}
