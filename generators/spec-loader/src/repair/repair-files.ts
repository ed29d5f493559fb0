import type { Problem } from "../diagnostics/problem.ts";
import type { Edit } from "../diagnostics/repair.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { type FileStore, type LoadedFile, specFile } from "../text/file-store.ts";
import { addEdits, createEditTree, type EditTree, editValue, tokensBefore } from "./edit-tree.ts";
import { inlineTarget } from "./inline-target.ts";

/**
 * Applies repairs to the files in a store. Returns the repaired problems and their positions. Skips a
 * problem inside a value that another repair changes, so the caller must check the files again.
 */
export async function repairFiles(
  problems: readonly Problem[],
  files: ReadonlyMap<string, LoadedFile>,
  store: FileStore,
): Promise<readonly Problem[]> {
  const trees = new Map<string, EditTree>();
  const repaired: Problem[] = [];
  for (const problem of problems) {
    const { repair, source } = problem;
    if (repair === undefined || repair.edits.length === 0) continue;
    const edits = await resolveInlines(repair.edits, files, store);
    if (edits === undefined) continue;
    const tree = trees.get(source.file) ?? createEditTree();
    trees.set(source.file, tree);
    if (!addEdits(tree, edits)) continue;
    const place = problem.place ?? files.get(source.file)?.place(source.pointer);
    repaired.push({ ...problem, isRepaired: true, ...(place && { place }) });
  }
  for (const [name, tree] of trees) {
    const file = files.get(name);
    if (file !== undefined) store.replace(editFile(file, tree));
  }
  return repaired;
}

/**
 * Replaces edits that inline a reference by edits that set the target. Returns `undefined` if a reference
 * has no target.
 */
async function resolveInlines(
  edits: readonly Edit[],
  files: ReadonlyMap<string, LoadedFile>,
  store: FileStore,
): Promise<EditTree["edits"] | undefined> {
  const prepared: EditTree["edits"] = [];
  for (const edit of edits) {
    if (edit.do !== "inline") {
      prepared.push(edit);
      continue;
    }
    const file = files.get(edit.source.file);
    const value = file && (await inlineTarget(edit, file, store));
    if (value === undefined) return undefined;
    prepared.push({ do: "set", source: edit.source, value });
  }
  return prepared;
}

/**
 * Returns a file with an edited value. The text does not change, so positions still refer to the original
 * text.
 */
export function editFile(file: LoadedFile, tree: EditTree): LoadedFile {
  const { spec } = file;
  const before = (pointer: string): string =>
    joinPointer("", ...tokensBefore(tree, spec.root, pointerTokens(pointer) ?? []));
  return {
    spec: specFile(spec.file, spec.format, spec.text, editValue(spec.root, tree) ?? null),
    url: file.url,
    place: (pointer) => file.place(before(pointer)),
    offset: (pointer) => file.offset(before(pointer)),
  };
}
