// Finds, reads and changes the file of accepted changes.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { ComparedDocuments } from "@specwright/diff";
import { parseDocument } from "yaml";
import { shownPath } from "../documents/find-side.ts";
import { writeWhole } from "../project/write-whole.ts";
import { CliError } from "../terminal/cli-error.ts";
import { type AcceptedChange, acceptedFileName } from "./accepted-change.ts";
import { parseAccepted } from "./parse-accepted.ts";

/** The path and the entries of a file of accepted changes. The file may not exist yet. */
export interface AcceptedFile {
  readonly path: string;
  readonly entries: readonly AcceptedChange[];
}

/**
 * Reads the file of accepted changes: `given`, or the default file in the folder. If the default file does
 * not exist, returns no entries. Throws `CliError` if `given` does not exist, unless `willWrite` is set.
 */
export async function readAcceptedFile(
  folder: string,
  options: { readonly given?: string; readonly willWrite?: boolean },
): Promise<AcceptedFile> {
  const { given, willWrite = false } = options;
  const path = given === undefined ? join(folder, acceptedFileName) : resolve(folder, given);
  if (existsSync(path)) {
    const text = await readFile(path, "utf8");
    return { path, entries: parseAccepted(text, shownPath(folder, path)) };
  }
  if (given === undefined || willWrite) return { path, entries: [] };
  throw new CliError(
    "accepted_invalid",
    `There is no file ${given}.`,
    "Check the path given with --accepted, or write the file with --accept REASON.",
  );
}

/** Returns the name by which the file refers to a document: the path relative to the file, or a URL. */
export function nameInFile(
  folder: string,
  { path }: AcceptedFile,
): (documents: ComparedDocuments) => string {
  return ({ base, revision }) => {
    const shown = (revision ?? base)?.path ?? "";
    if (/^https?:/i.test(shown)) return shown;
    return relative(dirname(path), resolve(folder, shown)).split(sep).join("/");
  };
}

/**
 * Adds entries to the file. Replaces existing entries for the same changes. Comments and all other entries
 * stay.
 */
export async function addAccepted(
  { path, entries }: AcceptedFile,
  added: readonly Omit<AcceptedChange, "place">[],
): Promise<void> {
  const present = existsSync(path) ? await readFile(path, "utf8") : "";
  const document = parseDocument(present.trim() === "" ? header : present);
  const replaces = (entry: AcceptedChange): boolean =>
    added.some(
      (each) => each.fingerprint === entry.fingerprint && each.document === entry.document,
    );
  for (const index of [...entries.keys()].reverse()) {
    const entry = entries[index];
    if (entry !== undefined && replaces(entry)) document.deleteIn(["accepted", index]);
  }
  if (document.getIn(["accepted", 0]) === undefined) {
    document.set("accepted", document.createNode([]));
  }
  for (const each of added) document.addIn(["accepted"], document.createNode(each));
  await writeWhole(path, document.toString({ lineWidth: 0 }));
}

const header = `# Breaking changes that were accepted.
# \`specwright diff\` and \`specwright changeset\` read this file.
accepted: []
`;
