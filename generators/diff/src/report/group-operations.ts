// Shortens long lists of operations: operations whose paths have a common start are counted under it.

interface Branch {
  /** The first words of the operations' paths. */
  readonly path: readonly string[];
  readonly operations: readonly string[];
}

/**
 * Lists operations one by one, or if they are more than `most`, by the starts of their paths, in at most
 * `most` texts: `15 operations under /orgs/{org}/teams`.
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

/** Splits operations by the first differing word of their paths. */
function splitBranch({ path, operations }: Branch): readonly Branch[] {
  const found = new Map<string, string[]>();
  for (const operation of operations) {
    const word = wordsOf(operation)[path.length] ?? "";
    found.set(word, [...(found.get(word) ?? []), operation]);
  }
  return [...found.values()].map((those) => ({ path: sharedWords(those), operations: those }));
}

/** Returns the first words that the paths of all operations share. */
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
