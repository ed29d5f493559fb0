import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { run } from "@specwright/cli/api";

/** The output of a command and its exit code. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

// Inside the package, so that the imports of a configuration resolve.
const scratch = join(import.meta.dirname, "../.tmp");

/** Creates a folder with the given files; `removeFolders` removes all of them. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(join(scratch, "case-"));
  made.push(folder);
  for (const [path, content] of Object.entries(files)) await write(folder, path, content);
  return folder;
}

const made: string[] = [];

/** Removes the folders created so far. */
export async function removeFolders(): Promise<void> {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** Writes a file, and the folders above it. */
export async function write(folder: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

/** Runs a command line in a folder. */
export async function command(
  folder: string,
  args: readonly string[],
  interruption?: () => AbortSignal,
  now?: () => Date,
): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(
    args,
    {
      folder,
      out: (line) => void out.push(line),
      err: (line) => void err.push(line),
      status: () => {},
    },
    { version: "1.2.3", ...(interruption && { interruption }), ...(now && { now }) },
  );
  return { code, out: out.join("\n"), err: err.join("\n") };
}

/** Reads every file below a folder, by path; empty if the folder does not exist. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: Record<string, string> = {};
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(folder.length + 1)] = await readFile(path, "utf8");
  }
  return files;
}

/** A small document with one operation. */
export const shop = `openapi: 3.1.0
info: { title: Shop, version: "1.0" }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        "200":
          description: The orders.
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Order" } }
components:
  schemas:
    Order:
      type: object
      required: [id]
      properties:
        id: { type: integer, format: int64 }
`;
