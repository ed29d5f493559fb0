// Reads a file that lists the versions of interfaces. Each version has its own document.

import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CliError } from "../terminal/cli-error.ts";
import { docsUrl } from "../terminal/docs-url.ts";

/** A version in a history file. */
export interface HistoryVersion {
  /** The name of the interface. */
  readonly interface: string;
  /** The absolute path of the document. */
  readonly document: string;
  /** The release date; absent if unknown. */
  readonly date?: string;
  readonly title?: string;
  readonly notes?: string;
}

/**
 * Reads a history file: `{ "versions": [{ "interface", "document", "released_at", "title", "notes" }] }`.
 * The versions of each interface are listed from oldest to newest. The paths of documents are relative to
 * the history file. `released_at` may be null.
 *
 * @throws {CliError} `changelog_invalid`. The message names the invalid member.
 */
export async function readHistoryFile(
  folder: string,
  path: string,
): Promise<readonly HistoryVersion[]> {
  const file = resolve(folder, path);
  const content = await parseHistory(file, path);
  const versions = isObject(content) ? content["versions"] : undefined;
  if (!Array.isArray(versions)) throw invalidHistory(path, "has no list `versions`");
  return versions.map((each: unknown, index) => {
    const place = `versions/${index}`;
    if (!isObject(each)) throw invalidHistory(path, `has no object at ${place}`);
    const text = (name: string): string | undefined => {
      const value = each[name] ?? undefined;
      if (value === undefined || typeof value === "string") return value;
      throw invalidHistory(path, `has no string at ${place}/${name}`);
    };
    const needed = (name: string): string => {
      const value = text(name);
      if (value === undefined || value === "") throw invalidHistory(path, `lacks ${place}/${name}`);
      return value;
    };
    const [date, title, notes] = [text("released_at"), text("title"), text("notes")];
    return {
      interface: needed("interface"),
      document: resolve(dirname(file), needed("document")),
      ...(date !== undefined && { date }),
      ...(title !== undefined && { title }),
      ...(notes !== undefined && { notes }),
    };
  });
}

async function parseHistory(file: string, shown: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw invalidHistory(shown, "cannot be read as JSON", cause);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalidHistory(path: string, problem: string, cause?: unknown): CliError {
  return new CliError(
    "changelog_invalid",
    `The history file ${path} ${problem}.`,
    `Correct it; ${docsUrl("site.md")} describes the format.`,
    { cause },
  );
}
