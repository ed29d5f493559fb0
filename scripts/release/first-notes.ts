const firstItem = "- The first release";

/** Splits the items of a list, each with the lines below it. */
const itemsOf = (list: string): readonly string[] =>
  list.split(/\n(?=- )/).map((item) => item.trimEnd());

/**
 * Returns the changelog of a package's first version: the description of the package, then the other
 * additions. Fixes and changes are left out, because no user had an earlier version. A changelog
 * without a description of the package is returned unchanged.
 */
export function firstNotes(changelog: string): string {
  const [head = "", ...groups] = changelog.split(/^(?=### )/m);
  const added = groups.find((group) => group.startsWith("### Added\n")) ?? "";
  const items = itemsOf(added.replace("### Added\n", "").trim());
  const described = items.filter((item) => item.startsWith(firstItem));
  if (described.length === 0) return changelog;
  const others = items.filter((item) => !item.startsWith(firstItem));
  return `${head}### Added\n\n${[...described, ...others].join("\n")}\n`;
}
