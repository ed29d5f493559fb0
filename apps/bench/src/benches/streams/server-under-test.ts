import type { ChildProcess } from "node:child_process";
import { answerOf, serverCore, startModule, stop, tell } from "../../pinned-process.ts";
import type { FanOutKind, Pace, ServerCommand, Volley } from "./fan-out.ts";
import { startNats } from "./nats-under-test.ts";

/** Is a server in a process of its own. */
export interface ServerUnderTest {
  readonly port: number;
  readonly process: ChildProcess;
  /** Whether several bursts in turns of its own stay apart; else each must wait for the one before. */
  readonly turns: boolean;
  publish(volley: Volley): void;
  stop(): Promise<void>;
}

/** Is one of ours, which can also publish at a pace. */
export interface PacedServer extends ServerUnderTest {
  /** Resolves with the number of frames when the last was published. */
  pace(pace: Pace): Promise<number>;
}

/** Starts a server; gives nothing when its program is not installed. */
export async function startServer(
  kind: FanOutKind,
  folder: string,
): Promise<ServerUnderTest | undefined> {
  return kind === "NATS" ? startNats() : startNodeServer(kind, folder);
}

/** Starts one of the servers that are Node's. */
export async function startNodeServer(kind: FanOutKind, folder: string): Promise<PacedServer> {
  const child = startModule(import.meta.url, "serve", serverCore, [kind, folder]);
  const { port } = (await answerOf(child)) as { readonly port: number };
  return {
    port,
    process: child,
    turns: true,
    publish: (volley) => tell(child, { command: "publish", ...volley } satisfies ServerCommand),
    async pace(pace) {
      const published = answerOf(child);
      tell(child, { command: "pace", ...pace } satisfies ServerCommand);
      return (await published) as number;
    },
    stop: () => stop(child),
  };
}
