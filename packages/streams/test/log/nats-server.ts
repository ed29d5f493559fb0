import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { connect, createServer } from "node:net";
import { delimiter, join } from "node:path";

/** A NATS server on a separate port with its streams in a folder. */
export interface NatsServer {
  readonly url: string;
  readonly port: number;
  /** Stops it, by default gracefully, with `SIGKILL` as a crash would. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Finds the executable: from `NATS_SERVER`, in the PATH, or where Debian installs it. */
export function findNatsServer(): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/bin"];
  const given = process.env["NATS_SERVER"];
  const candidates = folders.map((folder) => join(folder, "nats-server"));
  return [...(given === undefined ? [] : [given]), ...candidates].find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Starts a server with JetStream on the given port, or else on a free one. */
export async function startNatsServer(
  program: string,
  folder: string,
  port?: number,
): Promise<NatsServer> {
  const chosen = port ?? (await freePort());
  const args = ["-a", "127.0.0.1", "-p", String(chosen), "-js", "-sd", folder];
  const { stop } = await runNatsServer(program, args, chosen);
  return { url: `nats://127.0.0.1:${chosen}`, port: chosen, stop };
}

/** The process of a NATS server. */
export interface NatsProcess extends Pick<NatsServer, "stop"> {
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
}

/** Runs a server; resolves when it answers on the port for clients. */
export async function runNatsServer(
  program: string,
  args: readonly string[],
  port: number,
): Promise<NatsProcess> {
  const child: ChildProcess = spawn(program, [...args], { stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr?.on("data", (bytes: Buffer) => {
    printed = (printed + bytes.toString()).slice(-4000);
  });
  const ended = once(child, "exit");
  // A failed test may not have stopped it.
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  void ended.then(() => process.off("exit", killAtExit));
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (child.exitCode !== null || tries > 400) throw new Error(`no nats-server:\n${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    signal: (signal) => void child.kill(signal),
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Reports whether a server answers on the port. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("data", () => finish(true));
    socket.on("error", () => finish(false));
    function finish(value: boolean): void {
      socket.destroy();
      resolve(value);
    }
  });
}
