import { answerOf, clientCore, startModule, stop, tell } from "../../pinned-process.ts";
import type { CrowdCommand, FanOutKind, Latency } from "./fan-out.ts";

/** Is many clients of one server, in a process of their own. */
export interface CrowdOfClients {
  /** Resolves when so many more are connected. */
  connect(options: {
    readonly kind: FanOutKind;
    readonly port: number;
    readonly count: number;
    readonly query?: string;
  }): Promise<void>;
  /** Resolves when so many more frames have come, over all clients. */
  count(frames: number): Promise<void>;
  /** Tells how old frames were that came since the last time, where they say when they were due. */
  latency(): Promise<Latency>;
  stop(): Promise<void>;
}

/** Starts a crowd of nobody. */
export function startCrowd(): CrowdOfClients {
  const child = startModule(import.meta.url, "crowd", clientCore, []);
  async function ask(command: CrowdCommand): Promise<unknown> {
    const answer = answerOf(child);
    tell(child, command);
    return answer;
  }
  return {
    async connect(options) {
      await ask({ command: "connect", ...options });
    },
    async count(frames) {
      await ask({ command: "count", frames });
    },
    latency: async () => (await ask({ command: "latency" })) as Latency,
    stop: () => stop(child),
  };
}
