import {
  awaitAnswer,
  clientCore,
  sendCommand,
  startModule,
  stopProcess,
} from "../../pinned-process.ts";
import type { CrowdCommand, FanOutKind, Latency } from "./fan-out.ts";

/** Many clients of one server, in their own process. */
export interface CrowdOfClients {
  /** Resolves when `count` more clients are connected. */
  connect(options: {
    readonly kind: FanOutKind;
    readonly port: number;
    readonly count: number;
    readonly query?: string;
  }): Promise<void>;
  /** Resolves when this many more frames have arrived, over all clients. */
  count(frames: number): Promise<void>;
  /** Returns the age of frames since the last call, for frames that carry their due time. */
  latency(): Promise<Latency>;
  stop(): Promise<void>;
}

/** Starts the process, without clients. */
export function startCrowd(): CrowdOfClients {
  const child = startModule(import.meta.url, "crowd", clientCore, []);
  async function askCrowd(command: CrowdCommand): Promise<unknown> {
    const answer = awaitAnswer(child);
    sendCommand(child, command);
    return answer;
  }
  return {
    async connect(options) {
      await askCrowd({ command: "connect", ...options });
    },
    async count(frames) {
      await askCrowd({ command: "count", frames });
    },
    latency: async () => (await askCrowd({ command: "latency" })) as Latency,
    stop: () => stopProcess(child),
  };
}
