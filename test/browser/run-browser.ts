import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A browser with one page. */
export interface Browser {
  /** Rejects with the last output of the browser if it ends by itself. */
  readonly crashed: Promise<never>;
  close(): Promise<void>;
}

const FLAGS = [
  "--headless",
  // Chromium's sandbox does not work for root, as in a container. Only our own page is loaded.
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  // Keeps it running after the page has loaded.
  "--remote-debugging-port=0",
];

/** Opens a page in Chromium with a new profile. */
export async function runBrowser(program: string, url: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "browser-"));
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, url], {
    stdio: ["ignore", "ignore", "pipe"],
    // It starts child processes, which are killed as a group.
    detached: true,
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  const exited = once(child, "exit");
  let closing = false;
  const crashed = exited.then((): never | Promise<never> => {
    if (closing) return new Promise<never>(() => {});
    throw new Error(`the browser ended by itself: ${errors}`);
  });
  crashed.catch(() => undefined);
  function kill(): void {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      process.kill(-child.pid, "SIGKILL");
    }
  }
  // A test that timed out may not have cleaned up.
  process.once("exit", kill);
  return {
    crashed,
    async close() {
      closing = true;
      process.off("exit", kill);
      kill();
      await exited;
      // Its child processes may keep writing for a moment.
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
