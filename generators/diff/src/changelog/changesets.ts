// The module that `.changeset/config.json` names as its changelog. It writes what users of a package
// want to read, without hashes of commits.

/** A changeset, as the tool hands it over. */
interface ReleasedChangeset {
  readonly summary: string;
}

// The line of a generated changeset below which its author writes. Readers have no use for it.
const END_OF_GENERATED = /^<!-- specwright:end\b.*-->$\n*/m;

/** Formats the summary of a changeset as an item of the changelog. */
export function getReleaseLine({ summary }: ReleasedChangeset): string {
  const [first = "", ...others] = summary.replace(END_OF_GENERATED, "").trim().split("\n");
  const rest = others.map((line) => (line.trim() === "" ? "\n" : `\n  ${line.trimEnd()}`));
  return `- ${first.trimEnd()}${rest.join("")}`;
}

/** A package whose new version others refer to. */
interface UpdatedDependency {
  readonly name: string;
  readonly newVersion: string;
}

/**
 * Names the updated dependencies, as changesets itself does. `specwright changelog` leaves them out, but
 * says which peer dependencies of the package moved.
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
