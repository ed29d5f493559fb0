import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder that only its owner may enter, and missing folders above it. Does nothing if the folder
 * exists. Unlike `mkdir` with `recursive`, this function does not loop forever below `/proc`, where no
 * entries can be created.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    const above = dirname(folder);
    if (statSync(above, { throwIfNoEntry: false }) !== undefined || above === folder) throw error;
    makeFolder(above);
    makeFolder(folder);
  }
}

/**
 * Creates the folder that a setting contains, unless it exists. If the folder cannot be used, returns an
 * error text with the name of the setting.
 */
export function folderFault(setting: string, folder: string): string | undefined {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `${setting} must be a writable folder, not ${JSON.stringify(folder)}: ${why}`;
  }
}
