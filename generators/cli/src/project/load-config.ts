// Finds, loads and checks the configuration file.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CliError } from "../terminal/cli-error.ts";
import { checkConfig } from "./check-config.ts";
import type { Config } from "./config.ts";
import { importDefault } from "./import-default.ts";

const fileNames = ["ts", "mts", "cts", "js", "mjs", "cjs"].map(
  (extension) => `specwright.config.${extension}`,
);

/**
 * Returns the path of the configuration file: `given`, or the first default name that exists in `folder`.
 */
export function findConfig(folder: string, given?: string): string | undefined {
  if (given !== undefined) {
    const path = resolve(folder, given);
    if (!existsSync(path)) {
      throw new CliError(
        "config_not_found",
        `There is no configuration file ${given}.`,
        "Check the path given with --config.",
      );
    }
    return path;
  }
  return fileNames.map((name) => resolve(folder, name)).find((path) => existsSync(path));
}

/** Loads a configuration file. Throws `CliError` if it cannot be loaded or is invalid. */
export async function loadConfig(path: string): Promise<Config> {
  let config: unknown;
  try {
    config = await importDefault(path);
  } catch (cause) {
    // The configuration has called a function such as `builtInEmitters`. The function's error already
    // contains a fix.
    if (cause instanceof CliError) {
      throw new CliError("config_invalid", `${path}: ${cause.message}`, cause.fix, { cause });
    }
    const [message = ""] = (cause instanceof Error ? cause.message : String(cause)).split(
      "\nRequire stack:",
    );
    const absent = absentPackage(message);
    throw new CliError(
      "config_invalid",
      `${path} does not load: ${message}`,
      absent === undefined
        ? "Fix the file, or write a new one with `specwright init`."
        : `Install the package with \`npm install --save-dev ${absent}\`, or correct its name.`,
      { cause },
    );
  }
  if (typeof config === "object" && config !== null) {
    checkConfig(path, config);
    return config;
  }
  throw new CliError(
    "config_invalid",
    `${path} does not export a configuration.`,
    "Write `export default defineConfig({ contracts: [{ input, output, emitters }] })`.",
  );
}

/**
 * Returns the name of the package that Node did not find, from the message of Node. Returns undefined for
 * other messages.
 */
function absentPackage(message: string): string | undefined {
  return /^Cannot find (?:module|package) '((?:@[\w.-]+\/)?[\w-][\w.-]*)[/']/.exec(message)?.[1];
}
