// Reads the addresses of operations in an earlier contract from its generated code.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findCommit, findRepository, readEntries } from "../documents/git.ts";

/**
 * Maps the names of handlers to the addresses of their operations. Reads the generated module on the disk
 * and in the newest commit, because either may have been generated from an earlier document.
 */
export async function formerAddresses(
  folder: string,
  file: string,
): Promise<ReadonlyMap<string, string>> {
  const onDisk = await readFile(join(folder, file), "utf8").catch(() => "");
  return new Map([...addressesIn(await committedText(folder, file)), ...addressesIn(onDisk)]);
}

async function committedText(folder: string, file: string): Promise<string> {
  try {
    const repository = await findRepository(folder);
    const commit = repository && (await findCommit(repository, "HEAD"));
    if (repository === undefined || commit === undefined) return "";
    const path = `${repository.prefix}${file}`;
    const entry = (await readEntries(repository, commit, [path])).get(path);
    return entry?.kind === "file" ? Buffer.from(entry.bytes).toString("utf8") : "";
  } catch {
    // git is not installed, or the folder does not exist.
    return "";
  }
}

/**
 * Maps the names of members in a generated interface to their addresses. The address is the last line of a
 * comment before its tags.
 */
function addressesIn(text: string): ReadonlyMap<string, string> {
  const member = /^ {2}\/\*\*(?<comment>(?:[^*]|\*(?!\/))*)\*\/\n {2}(?<name>\w+)\??\(/gm;
  return new Map(
    [...text.matchAll(member)].map(({ groups = {} }) => [
      groups["name"] ?? "",
      lastLineBeforeTags(groups["comment"] ?? ""),
    ]),
  );
}

function lastLineBeforeTags(comment: string): string {
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\*?\s*/, "").trimEnd());
  const firstTag = lines.findIndex((line) => line.startsWith("@"));
  const written = firstTag < 0 ? lines : lines.slice(0, firstTag);
  return written.findLast((line) => line !== "") ?? "";
}
