import {
  awaitAnswer,
  clientCore,
  sendCommand,
  startModule,
  stopProcess,
} from "../../pinned-process.ts";
import type { LoadAnswer, LoadCommand } from "./load-command.ts";

/** The process with the clients of all servers. */
export interface Clients {
  /**
   * Opens connections to a server, until `connections` of them are open. Resolves when they are
   * open.
   */
  connect(port: number, connections: number): Promise<void>;
  /**
   * Sends `count` requests from a file. Resolves with the number of responses whose status is
   * neither 200 nor 304.
   */
  send(port: number, file: string, count: number): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the process of the clients. */
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
