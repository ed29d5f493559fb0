// The module that `.changeset/config.json` names to write changelogs. Its items are for users of a package
// and have no commit hashes.

/** A changeset, as `changeset version` passes it. */
interface ReleasedChangeset {
  readonly summary: string;
}

// The marker between the generated part of a changeset and the text of the author. Readers must not see the
// marker.
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
 * Lists the updated dependencies in the default format of changesets. `specwright changelog` later removes
 * them from the changelog, but keeps changed peer dependencies.
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
