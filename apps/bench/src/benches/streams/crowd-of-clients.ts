import {
  awaitAnswer,
  clientCore,
  sendCommand,
  startModule,
  stopProcess,
} from "../../pinned-process.ts";
import type { CrowdCommand, FanOutKind, Latency } from "./fan-out.ts";

/** A process with many clients of one server. */
export interface CrowdOfClients {
  /** Connects `count` more clients. Resolves when they are connected. */
  connect(options: {
    readonly kind: FanOutKind;
    readonly port: number;
    readonly count: number;
    readonly query?: string;
  }): Promise<void>;
  /** Resolves when `frames` more frames have arrived, over all clients. */
  count(frames: number): Promise<void>;
  /**
   * Returns the age of the frames that have arrived since the last call. Only frames that contain
   * their due time are counted.
   */
  latency(): Promise<Latency>;
  stop(): Promise<void>;
}

/** Starts the process. It has no clients yet. */
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
