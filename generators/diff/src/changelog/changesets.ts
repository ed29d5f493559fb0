// The changelog module of `.changeset/config.json`. It writes items for users of a package, without
// commit hashes.

/** A changeset, as `changeset version` passes it. */
interface ReleasedChangeset {
  readonly summary: string;
}

// The marker in a generated changeset above the author's own text. It is not for readers.
const END_OF_GENERATED = /^<!-- specwright:end\b.*-->$\n*/m;

/** Formats the summary of a changeset as an item of the changelog. */
export function getReleaseLine({ summary }: ReleasedChangeset): string {
  const [first = "", ...others] = summary.replace(END_OF_GENERATED, "").trim().split("\n");
  const rest = others.map((line) => (line.trim() === "" ? "\n" : `\n  ${line.trimEnd()}`));
  return `- ${first.trimEnd()}${rest.join("")}`;
}

/** An updated package that other packages depend on. */
interface UpdatedDependency {
  readonly name: string;
  readonly newVersion: string;
}

/**
 * Lists the updated dependencies, as changesets does by default. `specwright changelog` removes them, but
 * keeps changed peer dependencies.
 */
export function getDependencyReleaseLine(
  _changesets: readonly unknown[],
  updated: readonly UpdatedDependency[],
): string {
  if (updated.length === 0) return "";
  return [
    "- Updated dependencies",
    ...updated.map(({ name, newVersion }) => `  - ${name}@${newVersion}`),
  ].join("\n");
}
