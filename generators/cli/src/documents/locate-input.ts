import { statSync } from "node:fs";
import { resolve } from "node:path";
import { CliError } from "../terminal/cli-error.ts";

/** Returns the absolute path of a document, or its URL unchanged. */
export function locateInput(folder: string, input: string): string {
  return isRemoteInput(input) ? input : resolve(folder, input);
}

/** Returns the loader's option `overlays`. Relative paths are resolved from `folder`. */
export function overlaysOf(
  folder: string,
  overlays: readonly string[] | undefined,
): { readonly overlays?: readonly string[] } {
  if (overlays === undefined || overlays.length === 0) return {};
  return { overlays: overlays.map((overlay) => locateInput(folder, overlay)) };
}

/** Reports whether an input is a URL. */
export function isRemoteInput(input: string): boolean {
  return /^https?:\/\//i.test(input);
}

/**
 * Throws if a local document is not a file. `label` is the name of the document in messages.
 *
 * @throws {CliError} `document_not_found`, `usage` for `-`.
 */
export function assertInput(input: string, label: string, folder: string): void {
  if (isRemoteInput(input)) return;
  const found = statSync(input, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    throw new CliError(
      "document_not_found",
      `${label} is a folder.`,
      "Name the document in it, such as openapi.yaml.",
    );
  }
  if (found !== undefined) return;
  refuseStandardInput(label);
  const isRelative = resolve(label) !== label;
  throw new CliError(
    "document_not_found",
    `The file ${label} does not exist.`,
    `Check the path${isRelative ? `, which starts in ${folder}` : ""}.`,
  );
}

/**
 * Throws for `-`, with which many programs read standard input.
 *
 * @throws {CliError} `usage`.
 */
export function refuseStandardInput(label: string): void {
  if (label !== "-") return;
  throw new CliError(
    "usage",
    "A document cannot be read from standard input (-).",
    "Write the document to a file, and name the file. Its relative references start there.",
  );
}
