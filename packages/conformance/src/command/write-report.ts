import { writeFile } from "node:fs/promises";
import { ConformanceError } from "../report/conformance-error.ts";

/**
 * Writes a report to a file. Does nothing without a path.
 *
 * @throws ConformanceError `bad_usage` if the file cannot be written.
 */
export async function writeReport(path: string | undefined, text: () => string): Promise<void> {
  if (path === undefined) return;
  try {
    await writeFile(path, text());
  } catch (cause) {
    throw new ConformanceError("bad_usage", `cannot write ${path}`, { cause });
  }
}
