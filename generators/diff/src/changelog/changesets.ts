// The module that `.changeset/config.json` names as its changelog. It writes what users of a package
// want to read: no hashes of commits, and nothing about dependencies that were updated.

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

/** Returns nothing: an updated dependency alone changes nothing for users of a package. */
export function getDependencyReleaseLine(): string {
  return "";
}
