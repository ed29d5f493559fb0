import { posix } from "node:path";
import { buildContract, type Contract } from "@specwright/contract";
import { type Diagnostic, formatDiagnostic, loadSpecification } from "@specwright/spec-loader";
import type { Terminal } from "../terminal.ts";
import type { DocumentFile } from "./document-file.ts";
import { pathInRepository, readEntries, rootOf } from "./git.ts";

/**
 * Reads the contract of a document. Prints its errors and returns `undefined` if there are any. Only
 * the syntax and the references of a `lenient` one are checked: a base cannot be mended any more.
 */
export async function readContract(
  terminal: Terminal,
  document: DocumentFile,
  options: { readonly lenient: boolean },
): Promise<Contract | undefined> {
  const { file, origin = "", path, root, allowRemote, perspective } = document;
  terminal.status(`reading ${origin}${path} ...`);
  const loaded = await loadSpecification(file, {
    ...(root !== undefined && { root }),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(options.lenient && { validate: false }),
    ...commitOptions(document),
  });
  const { specification } = loaded;
  const built =
    specification && buildContract(specification, { ...(perspective && { perspective }) });
  terminal.status("");
  const found = [...loaded.diagnostics, ...(built?.diagnostics ?? [])];
  const errors = found.filter(({ severity }) => severity === "error");
  for (const error of errors) terminal.err(formatDiagnostic(shownAt(error, document)));
  return errors.length > 0 ? undefined : built?.contract;
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
  if (/^[a-z]+:\/\//i.test(diagnostic.file)) return diagnostic;
  return { ...diagnostic, file: origin + posix.join(posix.dirname(path), diagnostic.file) };
}
