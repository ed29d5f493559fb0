// The sandbox is killed repeatedly while clients follow every channel. It continues where it stopped and
// never contradicts the frames that clients have.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Child, startChild } from "../e2e/children.ts";
import { checkHistory } from "./check-history.ts";
import { checkWatch } from "./check-watch.ts";
import { readHistory } from "./sandbox-history.ts";
import { sequencedChannels, watchSandbox } from "./sandbox-watch.ts";
import { type FaultKey, freePort, waitUntil } from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface SandboxKillReport {
  readonly kills: number;
  readonly turns: number;
  /** The number of frames in the log, over all channels. */
  readonly frames: number;
  /** The number of frames that clients received. */
  readonly delivered: number;
  readonly reconnects: number;
  /** The number of settled or voided events. */
  readonly ended: number;
  /** The number of books that were compared with the orders. */
  readonly books: number;
}

/**
 * Kills the sandbox a number of times.
 *
 * @throws Error if a frame was lost, duplicated, reordered or wrong.
 */
export function killSandbox(kills: number): Promise<SandboxKillReport> {
  return withFolder(async (folder, undo) => {
    const [streams, marketplace] = [await freePort(), await freePort()];
    let sandbox: Child | undefined;
    undo(() => sandbox?.stop("SIGKILL"));
    async function start(): Promise<void> {
      const ports = [
        "--no-publisher",
        "--streams-port",
        `${streams}`,
        "--marketplace-port",
        `${marketplace}`,
      ];
      const args = [...ports, "--seed", "7", "--speed", "10"];
      sandbox = startChild({ script: "apps/sandbox/src/main.ts", args, cwd: folder });
      await sandbox.line(/Ctrl\+C/);
    }

    await start();
    const { url, key } = await connection(folder);
    const watch = watchSandbox(url, key);
    undo(() => watch.close());
    const counts = () => sequencedChannels.map((channel) => watch[channel].length);
    /** Waits for new frames on the channels that always have some. */
    async function moved(): Promise<void> {
      const [orders = 0, accounting = 0] = counts();
      const books = watch.marketData.length;
      await waitUntil(
        () =>
          watch.orders.length > orders + 10 &&
          watch.accounting.length > accounting &&
          watch.marketData.length > books,
        "every client gets on",
      );
    }
    for (let killed = 0; killed < kills; killed += 1) {
      await moved();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
      await sandbox?.stop("SIGKILL");
      await start();
    }
    await moved();
    const ended = () =>
      watch.events.filter(({ event_type }) => /^event\.(settled|voided)$/.test(event_type));
    await waitUntil(() => ended().length >= 2, "two events end");
    await sandbox?.stop("SIGINT");
    // Frames that clients missed before arrive after the next start.
    const whole = await readHistory(join(folder, ".specwright", "sandbox"), key.brokerId);
    await start();
    await waitUntil(
      () => sequencedChannels.every((channel) => watch[channel].length >= whole[channel].length),
      "every client has all that there was",
    );
    await moved();
    await sandbox?.stop("SIGINT");
    const history = await readHistory(join(folder, ".specwright", "sandbox"), key.brokerId);
    checkWatch(watch, history);
    const { books } = checkHistory(history);
    const frames = sequencedChannels.map((channel) => history[channel].length);
    return {
      kills,
      turns: history.turn?.number ?? 0,
      frames: frames.reduce((sum, count) => sum + count, history.marketData.length),
      delivered: counts().reduce((sum, count) => sum + count, watch.marketData.length),
      reconnects: watch.reconnects(),
      ended: ended().length,
      books,
    };
  });
}

async function connection(folder: string): Promise<{ url: string; key: FaultKey }> {
  const text = await readFile(join(folder, ".specwright", "sandbox.json"), "utf8");
  const { streams } = JSON.parse(text) as { streams: Record<string, string> };
  const { url = "", access_key = "", secret_key = "", broker_id = "" } = streams;
  return { url, key: { accessKey: access_key, secretKey: secret_key, brokerId: broker_id } };
}
