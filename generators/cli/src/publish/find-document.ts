import { resolve } from "node:path";
import { assertInput, isRemoteInput } from "../documents/locate-input.ts";
import { CliError } from "../terminal/cli-error.ts";

/**
 * Returns the absolute path of the document to publish.
 *
 * @throws {CliError} `document_not_found` if the input is not a file, `usage` for `-`.
 */
export function findDocument(folder: string, input: string): string {
  if (isRemoteInput(input)) {
    throw new CliError(
      "document_not_found",
      `${input} is not a file.`,
      "Download the document with the files that it refers to, and publish the file.",
    );
  }
  const file = resolve(folder, input);
  assertInput(file, input, folder);
  return file;
}
