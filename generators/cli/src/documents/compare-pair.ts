import type { Contract } from "@specwright/contract";
import {
  applySeverities,
  type BasePath,
  type Change,
  type ComparedDocuments,
  type ComparisonOptions,
  compareContracts,
  documentAdded,
  documentRemoved,
  movedPrefix,
  type ReportedDocument,
} from "@specwright/diff";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { basePathText } from "./base-path.ts";
import { checkedSettings } from "./diff-settings.ts";
import type { DocumentFile } from "./document-file.ts";
import type { DocumentPair } from "./pair-documents.ts";
import { readContract } from "./read-contract.ts";

/**
 * Reads and compares two versions of a document. If one of them cannot be read, prints its errors and
 * returns `undefined`.
 */
export async function comparePair(
  terminal: Terminal,
  { base, revision }: DocumentPair,
  options: Pick<ComparisonOptions, "today">,
): Promise<ComparedDocuments | undefined> {
  const before = base && (await readContract(terminal, base));
  const after = revision && (await readContract(terminal, revision));
  if ((base && !before) || (revision && !after)) return undefined;
  terminal.status(`comparing ${(revision ?? base)?.path} ...`);
  const { severity, basePaths } = checkedSettings((revision ?? base)?.diff);
  const changes = compareVersions(before, after, { ...options, basePaths });
  terminal.status("");
  const remarks = before && after ? pathRemarks(before, after, basePaths) : [];
  const documents = {
    ...(base && before && { base: describeDocument(base, before) }),
    ...(revision && after && { revision: describeDocument(revision, after) }),
    changes,
    ...(remarks.length > 0 && { remarks }),
  };
  const contracts = [before ?? [], after ?? []].flat();
  return applySeverities(documents, severity, contracts, basePaths);
}

/**
 * Returns a remark about the prefixes under which paths were compared, or a hint that a prefix may have
 * changed.
 */
function pathRemarks(
  before: Contract,
  after: Contract,
  basePaths: readonly BasePath[],
): readonly string[] {
  if (basePaths.length > 0) {
    const texts = basePaths.map((each) => `\`${basePathText(each)}\``);
    return [`Paths were compared with the prefixes ${texts.join(", ")} (old=new).`];
  }
  const moved = movedPrefix(before, after);
  if (moved === undefined) return [];
  const text = basePathText(moved);
  return [`A prefix of the paths seems to have changed. To compare them, use --base-path ${text}.`];
}

/**
 * Compares two contracts. If one is missing, the document was added or removed.
 *
 * @throws {CliError} `documents_unlike` if one contract is OpenAPI and the other is AsyncAPI.
 */
export function compareVersions(
  before: Contract | undefined,
  after: Contract | undefined,
  options: ComparisonOptions,
): readonly Change[] {
  if (before === undefined) return after === undefined ? [] : [documentAdded(after)];
  if (after === undefined) return [documentRemoved(before)];
  if (before.format === after.format) return compareContracts(before, after, options);
  throw new CliError(
    "documents_unlike",
    `The base is ${formatName(before)}, and the revision is ${formatName(after)}.`,
    "Compare two OpenAPI documents, or two AsyncAPI documents; their versions may differ.",
  );
}

function describeDocument({ path, origin }: DocumentFile, contract: Contract): ReportedDocument {
  const { title, version } = contract.info;
  return { path, ...(origin && { origin }), title, version, format: formatName(contract) };
}

function formatName({ format, formatVersion }: Contract): string {
  return `${format === "openapi" ? "OpenAPI" : "AsyncAPI"} ${formatVersion}`;
}
