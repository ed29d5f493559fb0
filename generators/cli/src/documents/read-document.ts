import { posix } from "node:path";
import { buildContract, type Contract, contractDiagnostics } from "@specwright/contract";
import {
  type Diagnostic,
  formatDiagnostic,
  type LoadOptions,
  diagnostics as loaderDiagnostics,
  loadSpecification,
  type Severity,
} from "@specwright/spec-loader";
import type { Terminal } from "../terminal/terminal.ts";
import type { DocumentFile } from "./document-file.ts";
import { pathInRepository, readEntries, workTreeRoot } from "./git.ts";

/** The contract of a document, and the texts of its files. */
export interface ReadDocument {
  readonly contract: Contract;
  /** The folder of the entry file, with `/` separators. For a remote document, this is a URL. */
  readonly folder: string;
  /** The local files of the document, the entry file first. Paths are relative to `folder`. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/**
 * Reads a document for a comparison or a site. Repairs its faults if possible, because nobody can fix a
 * version that was already released. Prints the first fault of each code, or with `brief` only the number
 * of faults. Returns `undefined` if the document cannot be read.
 */
export async function readDocument(
  terminal: Terminal,
  document: DocumentFile,
  shown: "first" | "brief" = "first",
): Promise<ReadDocument | undefined> {
  const {
    file,
    origin = "",
    path,
    overlays = [],
    root,
    allowRemote,
    maxFiles,
    perspective,
  } = document;
  terminal.status(`reading ${origin}${path} ...`);
  const commit = commitOptions(document);
  const load = {
    lenient: true,
    ...(root !== undefined && { root }),
    ...(allowRemote !== undefined && { allowRemote }),
    ...(maxFiles !== undefined && { maxFiles }),
    ...commit,
    overlays:
      commit.readFile === undefined ? overlays : await existingOverlays(overlays, commit.readFile),
  };
  let { specification, diagnostics } = await loadSpecification(file, load);
  // If the structure has errors, the loader can still read the rest of the document without the structure
  // checks.
  if (specification === undefined) {
    const unchecked = await loadSpecification(file, { ...load, validate: false });
    if (unchecked.specification !== undefined) specification = unchecked.specification;
    else diagnostics = unchecked.diagnostics;
  }
  const options = { allowErrors: true, ...(perspective && { perspective }) };
  const built = specification && buildContract(specification, options);
  terminal.status("");
  const found = [...diagnostics, ...(built?.diagnostics ?? [])];
  const contract = built?.contract;
  if (specification === undefined || contract === undefined) {
    printErrors(terminal, found, document, shown);
    return undefined;
  }
  printFaults(terminal, found.filter(isBlockingFault), document, shown);
  const { entry, files } = specification;
  const others = [...files.values()].filter((each) => each !== entry && !isRemote(each.file));
  return {
    contract,
    folder: posix.dirname(file.replaceAll("\\", "/")),
    files: [entry, ...others].map((each) => ({ path: each.file, text: each.text })),
  };
}

/** Returns the overlays that exist in a commit. An overlay may have been added later. */
async function existingOverlays(
  overlays: readonly string[],
  readFile: (path: string) => Promise<Uint8Array>,
): Promise<readonly string[]> {
  const isThere = async (file: string): Promise<boolean> =>
    isRemote(file) ||
    (await readFile(file).then(
      () => true,
      () => false,
    ));
  const found = await Promise.all(overlays.map(isThere));
  return overlays.filter((_, index) => found[index]);
}

/**
 * Reports whether a diagnostic is a fault: an error, an error that was repaired, or a part of a schema that
 * is not read. A fault may change the apparent meaning of the document.
 */
function isBlockingFault({ severity, code }: Diagnostic): boolean {
  if (severity === "error" || unread.has(code)) return true;
  return severity === "warning" && severityOf.get(code) === "error";
}

const unread: ReadonlySet<string> = new Set(["SCHEMA_TYPE_UNKNOWN"]);

const severityOf: ReadonlyMap<string, Severity> = new Map(
  Object.entries({ ...loaderDiagnostics, ...contractDiagnostics }).map(([code, { severity }]) => [
    code,
    severity,
  ]),
);

function printErrors(
  terminal: Terminal,
  found: readonly Diagnostic[],
  document: DocumentFile,
  shown: "first" | "brief",
): void {
  const errors = found.filter(({ severity }) => severity === "error");
  // Print only the first error, because it often causes the others. An example is wrong indentation in
  // YAML.
  const printed = shown === "brief" ? errors.slice(0, 1) : errors;
  for (const error of printed) terminal.err(formatDiagnostic(withShownPath(error, document)));
  const left = errors.length - printed.length;
  if (left > 0)
    terminal.err(`  ${left} more ${left === 1 ? "error" : "errors"} may have the same cause.`);
}

function printFaults(
  terminal: Terminal,
  faults: readonly Diagnostic[],
  document: DocumentFile,
  shown: "first" | "brief",
): void {
  if (faults.length === 0) return;
  const byCode = Map.groupBy(faults, ({ code }) => code);
  for (const [first, ...others] of shown === "brief" ? [] : byCode.values()) {
    if (first === undefined) continue;
    terminal.err(formatDiagnostic({ ...withShownPath(first, document), severity: "warning" }));
    if (others.length > 0) terminal.err(`  ${others.length} more of these`);
  }
  const { origin = "", path } = document;
  const count = faults.length === 1 ? "1 fault" : `${faults.length} faults`;
  terminal.err(`${origin}${path} has ${count}. \`specwright lint\` lists all of them.`);
}

/**
 * Returns options that make the loader read files from the commit of a document. Returns no options for a
 * document on the disk.
 */
function commitOptions({ commit, root }: DocumentFile): Pick<LoadOptions, "root" | "readFile"> {
  if (commit === undefined) return {};
  const { repository, id } = commit;
  return {
    root: root ?? workTreeRoot(repository),
    readFile: async (absolute: string): Promise<Uint8Array> => {
      const inside = pathInRepository(repository, absolute);
      const entry = (await readEntries(repository, id, [inside])).get(inside);
      if (entry?.kind === "file") return entry.bytes;
      throw Object.assign(new Error(`${inside} is not in ${id}`), { code: "ENOENT" });
    },
  };
}

function withShownPath(diagnostic: Diagnostic, { origin = "", path }: DocumentFile): Diagnostic {
  if (isRemote(diagnostic.file)) return diagnostic;
  return { ...diagnostic, file: origin + posix.join(posix.dirname(path), diagnostic.file) };
}

function isRemote(file: string): boolean {
  return /^[a-z]+:\/\//i.test(file);
}
