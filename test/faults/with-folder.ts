import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs something with a folder of its own, which is removed behind it. */
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
