import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Calls a function with a new folder, which is removed afterwards. */
export async function withFolder<Result>(
  run: (folder: string, undo: (end: () => unknown) => void) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "streams-faults-"));
  const ends: (() => unknown)[] = [];
  try {
    return await run(folder, (end) => ends.push(end));
  } finally {
    for (const end of ends.reverse()) await end();
    await rm(folder, { recursive: true, force: true });
  }
}
