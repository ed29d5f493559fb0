import type { Problem } from "../diagnostics/problem.ts";
import type { LoadInput, LoadOptions, ResolvedLimits } from "../load-options.ts";
import { type LoadedFile, parseFile } from "../text/file-store.ts";
import { createSourceReader, entryUrlOf, fileNameOf } from "../text/read-source.ts";
import { applyOverlays, type OverlaidFile } from "./apply-overlay.ts";
import { type Overlay, readOverlay } from "./overlay.ts";

/** Reads overlays, and applies them to the entry file of a document. */
export async function loadOverlays(
  entry: LoadedFile,
  inputs: readonly LoadInput[],
  options: LoadOptions,
  limits: ResolvedLimits,
): Promise<OverlaidFile> {
  const problems: Problem[] = [];
  const overlays: Overlay[] = [];
  for (const input of inputs) {
    const url = entryUrlOf(typeof input === "string" ? input : input.file);
    const name = fileNameOf(url, entry.url);
    // An overlay may be remote, or outside the root folder, because the user named it.
    const read = createSourceReader(url, options, limits);
    const text =
      typeof input === "string" ? await read(url) : { ok: true as const, text: input.text };
    if (!text.ok) {
      const { ok, ...failure } = text;
      const source = { file: name, pointer: "" };
      problems.push({ ...failure, source, place: { line: 1, column: 1 } });
      continue;
    }
    const parsed = await parseFile(name, url, text.text, limits);
    for (const problem of parsed.problems) problems.push(problem);
    if (parsed.file !== undefined) overlays.push(readOverlay(parsed.file));
  }
  const applied = applyOverlays(entry, overlays, limits.maxDepth);
  return { file: applied.file, problems: [...problems, ...applied.problems] };
}
