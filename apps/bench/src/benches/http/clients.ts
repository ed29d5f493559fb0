import {
  awaitAnswer,
  clientCore,
  sendCommand,
  startModule,
  stopProcess,
} from "../../pinned-process.ts";
import type { LoadAnswer, LoadCommand } from "./load-command.ts";

/** The clients of all servers, in their own process. */
export interface Clients {
  /** Resolves when `connections` connections are open, including those opened before. */
  connect(port: number, connections: number): Promise<void>;
  /**
   * Sends `count` of the requests in a file; resolves with the number of statuses other than 200 and 304.
   */
  send(port: number, file: string, count: number): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the process. */
export function startClients(): Clients {
  const child = startModule(import.meta.url, "load", clientCore, []);
  async function askClients(command: LoadCommand): Promise<LoadAnswer> {
    const answer = awaitAnswer(child);
    sendCommand(child, command);
    return (await answer) as LoadAnswer;
  }
  return {
    async connect(port, connections) {
      await askClients({ command: "connect", port, connections });
    },
    send: async (port, file, count) =>
      (await askClients({ command: "send", port, file, count })).refused,
    stop: () => stopProcess(child),
  };
}
