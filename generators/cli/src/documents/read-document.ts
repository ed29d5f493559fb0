import { posix } from "node:path";
import { buildContract, type Contract } from "@specwright/contract";
import { type Diagnostic, formatDiagnostic, loadSpecification } from "@specwright/spec-loader";
import { printRepairable } from "../terminal/print-diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { DocumentFile } from "./document-file.ts";
import { pathInRepository, readEntries, rootOf } from "./git.ts";

/** A document that was read, with the texts of its files. */
export interface ReadDocument {
  readonly contract: Contract;
  /** The folder of the entry file, with `/` as separators, or its URL. */
  readonly folder: string;
  /**
   * The files on the disk or in the commit, the entry first; paths are relative to its folder. Remote
   * files are left out.
   */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/**
 * Reads a document. Prints its errors, or the first one, and returns `undefined` if there are any. Only the syntax and
 * the references of a released one are checked: it cannot be mended any more.
 */
export async function readDocument(
  terminal: Terminal,
  document: DocumentFile,
  options: { readonly isReleased: boolean; readonly isFirstOnly?: boolean },
): Promise<ReadDocument | undefined> {
  const { file, origin = "", path, root, allowRemote, maxFiles, perspective, lenient } = document;
  terminal.status(`reading ${origin}${path} ...`);
  const load = {
    ...(root !== undefined && { root }),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(maxFiles !== undefined && { maxFiles }),
    ...(lenient !== undefined && { lenient }),
    ...commitOptions(document),
  };
  const isUnchecked = options.isReleased && lenient !== true;
  let loaded = await loadSpecification(file, { ...load, ...(isUnchecked && { validate: false }) });
  // Beyond the faults that are repaired, a released document may have others.
  if (options.isReleased && loaded.specification === undefined && !isUnchecked) {
    loaded = await loadSpecification(file, { ...load, validate: false });
  }
  const { specification } = loaded;
  const built =
    specification && buildContract(specification, { ...(perspective && { perspective }) });
  terminal.status("");
  const found = [...loaded.diagnostics, ...(built?.diagnostics ?? [])];
  const errors = found.filter(({ severity }) => severity === "error");
  // The first one often causes the others, as in YAML whose indentation is wrong.
  const shown = options.isFirstOnly === true ? errors.slice(0, 1) : errors;
  for (const error of shown) terminal.err(formatDiagnostic(shownAt(error, document)));
  const left = errors.length - shown.length;
  if (left > 0)
    terminal.err(`  ${left} more ${left === 1 ? "error" : "errors"} may follow from it.`);
  printRepairable(terminal, errors);
  const contract = built?.contract;
  if (errors.length > 0 || specification === undefined || contract === undefined) return undefined;
  const { entry, files } = specification;
  const others = [...files.values()].filter((each) => each !== entry && !isRemote(each.file));
  return {
    contract,
    folder: posix.dirname(file.replaceAll("\\", "/")),
    files: [entry, ...others].map((each) => ({ path: each.file, text: each.text })),
  };
}

/** Returns the options that make the loader read from a commit. */
function commitOptions({ commit, root }: DocumentFile) {
  if (commit === undefined) return {};
  const { repository, id } = commit;
  return {
    root: root ?? rootOf(repository),
    readFile: async (absolute: string): Promise<Uint8Array> => {
      const inside = pathInRepository(repository, absolute);
      const entry = (await readEntries(repository, id, [inside])).get(inside);
      if (entry?.kind === "file") return entry.bytes;
      throw Object.assign(new Error(`${inside} is not in ${id}`), { code: "ENOENT" });
    },
  };
}

function shownAt(diagnostic: Diagnostic, { origin = "", path }: DocumentFile): Diagnostic {
  if (isRemote(diagnostic.file)) return diagnostic;
  return { ...diagnostic, file: origin + posix.join(posix.dirname(path), diagnostic.file) };
}

function isRemote(file: string): boolean {
  return /^[a-z]+:\/\//i.test(file);
}
