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
   * Whether bursts of separate turns stay separate; otherwise each must wait for the previous one.
   */
  readonly turns: boolean;
  publish(volley: Volley): void;
  stop(): Promise<void>;
}

/** One of our servers, which can also publish at a steady pace. */
export interface PacedServer extends ServerUnderTest {
  /** Resolves with the number of frames when the last one was published. */
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
