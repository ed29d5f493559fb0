import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { CliError } from "../terminal/cli-error.ts";

/**
 * Returns the absolute path of the document to publish.
 *
 * @throws {CliError} `document_not_found` if the input is not a file.
 */
export async function findDocument(folder: string, input: string): Promise<string> {
  if (/^https?:\/\//i.test(input)) {
    throw new CliError(
      "document_not_found",
      `${input} is not a file.`,
      "Download the document with the files that it refers to, and publish the file.",
    );
  }
  const file = resolve(folder, input);
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory() === true) {
    throw new CliError(
      "document_not_found",
      `${input} is a folder.`,
      "Name the document in it, such as openapi.yaml.",
    );
  }
  if (found !== undefined) return file;
  const isRelative = resolve(input) !== input;
  throw new CliError(
    "document_not_found",
    `There is no file ${input}.`,
    `Check the path${isRelative ? `, which starts in ${folder}` : ""}.`,
  );
}
