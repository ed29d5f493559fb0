import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CliError } from "../terminal/cli-error.ts";
import type { PublishFlags, PublishWorld } from "./publish-flags.ts";

/**
 * Reads the access token: from the file of `--token-file`, from standard input for `--token -`, or else
 * from the environment. The token itself is never an argument, because every user of a machine can list the
 * arguments of processes.
 *
 * @throws {CliError} `token_missing`, `usage`.
 */
export async function readToken(
  folder: string,
  { token, tokenFile }: Pick<PublishFlags, "token" | "tokenFile">,
  { environment, readInput }: Pick<PublishWorld, "environment" | "readInput">,
): Promise<string> {
  if (token !== undefined && token !== "-") {
    throw new CliError(
      "usage",
      "Do not pass a token as an argument: every user of the machine can read it there.",
      "Set SPECWRIGHT_TOKEN, name a file with --token-file, or pipe it in with --token -.",
    );
  }
  const text =
    tokenFile !== undefined
      ? await readTokenFile(resolve(folder, tokenFile), tokenFile)
      : token === "-"
        ? await readInput()
        : environment["SPECWRIGHT_TOKEN"];
  const found = text?.trim() ?? "";
  // A header cannot contain other characters. If the file contains other characters, the user probably
  // named the wrong file.
  if (/^[\x21-\x7e]{1,1024}$/.test(found)) return found;
  throw new CliError(
    "token_missing",
    found === "" ? "There is no access token." : "The access token is not valid.",
    "Set SPECWRIGHT_TOKEN, or use --token-file with a file that contains only the token. The " +
      "operator of the publisher issues tokens.",
  );
}

async function readTokenFile(path: string, shown: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new CliError(
      "token_missing",
      `The file ${shown} cannot be read.`,
      "Check the path given with --token-file.",
      { cause },
    );
  }
}
