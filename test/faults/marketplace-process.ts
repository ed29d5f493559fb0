// The marketplace as a process that must survive every fault of its database.

import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inheritedVariables } from "../e2e/inherited-variables.ts";

/** A running marketplace. */
export interface MarketplaceProcess {
  readonly url: string;
  /** Reports whether it is still the first process. */
  isAlive(): boolean;
  /** Returns its log messages, except those about successful requests. */
  said(): readonly string[];
  /** Stops it; resolves with its exit code. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
}

/** Options for `startMarketplaceProcess`. */
export interface MarketplaceProcessOptions {
  readonly folder: string;
  readonly settings: object;
  readonly env: Readonly<Record<string, string>>;
}

const main = new URL("../../apps/marketplace/src/main.ts", import.meta.url).pathname;

/** Starts the service from its sources; resolves when it is ready. */
export async function startMarketplaceProcess(
  options: MarketplaceProcessOptions,
): Promise<MarketplaceProcess> {
  const { folder, settings, env } = options;
  const file = join(folder, "settings.json");
  await writeFile(file, JSON.stringify(settings));
  const child = spawn(process.execPath, ["--conditions", "@specwright/source", main], {
    env: {
      ...inheritedVariables(),
      MARKETPLACE_DATA: folder,
      MARKETPLACE_SETTINGS: file,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => resolve(code));
  });
  const said: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    const message = messageOf(line);
    if (message !== "answered") said.push(message);
  });
  const ready = new Promise<string>((resolve) => {
    createInterface(child.stdout).once("line", (line) => resolve(JSON.parse(line).url));
  });
  const url = await Promise.race([ready, exited]);
  if (typeof url !== "string") throw new Error(`it ended at once:\n${said.join("\n")}`);
  return {
    url,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    said: () => said,
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

function messageOf(line: string): string {
  try {
    return String(JSON.parse(line).message);
  } catch {
    // A crash does not print JSON.
    return line;
  }
}
