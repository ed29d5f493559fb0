import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A NATS server that was started for a measurement. */
export interface NatsServer {
  readonly url: string;
  /**
   * Returns the CPU time of the server since its start, in microseconds. The resolution is 10 ms.
   */
  cpuMicros(): Promise<number>;
  stop(): Promise<void>;
}

const PORT = 14_222;
const MICROS_PER_TICK = 10_000;

/**
 * Starts `nats-server` with JetStream in a new folder. Resolves with undefined if `nats-server` is
 * not installed.
 */
export async function startNatsServer(): Promise<NatsServer | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-nats-"));
  const env = { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin` };
  const program = process.env["NATS_SERVER"] ?? "nats-server";
  const options = ["-a", "127.0.0.1", "-p", String(PORT), "-js", "-sd", folder];
  const child = spawn(program, options, { stdio: "ignore", env });
  const ended = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
    child.on("error", () => resolve());
  });
  let running = true;
  void ended.then(() => {
    running = false;
  });
  while (running && !(await hasGreeted())) await new Promise((resolve) => setTimeout(resolve, 50));
  if (!running) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  return {
    url: `nats://127.0.0.1:${PORT}`,
    async cpuMicros() {
      const stat = await readFile(`/proc/${child.pid}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK;
    },
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function hasGreeted(): Promise<boolean> {
  const socket = connect(PORT, "127.0.0.1");
  try {
    await once(socket, "data");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
