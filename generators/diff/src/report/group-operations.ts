// Shortens long lists of operations: groups operations whose paths begin with the same words, and counts
// each group.

interface Branch {
  /** The words with which the paths of all operations begin. */
  readonly path: readonly string[];
  readonly operations: readonly string[];
}

/**
 * Lists at most `most` operations one by one. Combines more operations into at most `most` texts, by the
 * first words of their paths: `15 operations under /orgs/{org}/teams`.
 */
export function groupOperations(operations: readonly string[], most: number): readonly string[] {
  if (operations.length <= most + 1 || !operations.every(hasPath)) return operations;
  let branches: readonly Branch[] = splitBranch({ path: [], operations });
  while (true) {
    const wide = branches.filter((each) => new Set(each.operations.map(operationPath)).size > 1);
    const [shortest] = wide.toSorted((left, right) => left.path.length - right.path.length);
    if (shortest === undefined) break;
    const split = branches.flatMap((each) => (each === shortest ? splitBranch(each) : [each]));
    if (split.length > most) break;
    branches = split;
  }
  return branches.map(branchText);
}

function branchText({ path, operations }: Branch): string {
  const [first = ""] = operations;
  if (operations.length === 1) return first;
  if (new Set(operations.map(operationPath)).size > 1) {
    return `${operations.length} operations under /${path.join("/")}`;
  }
  const methods = operations.map((operation) => operation.slice(0, operation.indexOf(" ")));
  return `${methods.join("/")} ${operationPath(first)}`;
}

/** Splits a group of operations at the first word in which their paths differ. */
function splitBranch({ path, operations }: Branch): readonly Branch[] {
  const found = new Map<string, string[]>();
  for (const operation of operations) {
    const word = wordsOf(operation)[path.length] ?? "";
    found.set(word, [...(found.get(word) ?? []), operation]);
  }
  return [...found.values()].map((those) => ({ path: sharedWords(those), operations: those }));
}

/** Returns the words with which the paths of all operations begin. */
function sharedWords(operations: readonly string[]): readonly string[] {
  const [first = [], ...others] = operations.map(wordsOf);
  const end = first.findIndex((word, index) => others.some((each) => each[index] !== word));
  return end < 0 ? first : first.slice(0, end);
}

function wordsOf(operation: string): readonly string[] {
  return operationPath(operation).split("/").slice(1);
}

function operationPath(operation: string): string {
  return operation.slice(operation.indexOf("/"));
}

function hasPath(operation: string): boolean {
  return /^[A-Z]+ \//.test(operation);
}
