import { readTags, requireCleanTree } from "./git.ts";
import { pendingChangesets } from "./pending-changesets.ts";
import { previewVersions } from "./preview-versions.ts";
import { publishOrder } from "./publish-order.ts";
import { readVersion } from "./registry-client.ts";
import type { Say } from "./release.ts";
import type { ReleaseOptions } from "./release-options.ts";
import { readWorkspace } from "./workspace.ts";

/** Returns the newest section of a changelog. */
function newestSection(changelog: string): string {
  return (changelog.split(/^(?=## )/m)[1] ?? "").trimEnd();
}

/** Prints the steps of a release, and changes neither the tree nor the registry. */
export async function previewRelease(
  root: string,
  options: ReleaseOptions,
  say: Say,
): Promise<void> {
  requireCleanTree(root);
  const pending = pendingChangesets(root);
  const { changes, changelogs } =
    pending.length === 0
      ? { changes: [], changelogs: new Map() }
      : previewVersions(root, options.date);
  const raised = new Map(changes.map(({ name, to }) => [name, to]));
  say(`version  ${pending.length} changesets would be applied to ${changes.length} packages`);
  for (const { name, from, to } of changes) say(`           ${name} ${from} -> ${to}`);
  for (const [name, changelog] of changelogs) {
    say(`\n--- ${name}: CHANGELOG.md\n${newestSection(changelog)}`);
  }
  if (changes.length > 0) say("\nlock     package-lock.json would be updated, both committed");

  const packages = publishOrder(readWorkspace(root).filter((each) => !each.private));
  say(`build    ${packages.length} packages`);
  say(options.skipCheck ? "check    would be left out (--skip-check)" : "check    npm run check");
  say(`pack     ${packages.length} packages`);
  const versions = await Promise.all(
    packages.map(async ({ name, version }) => {
      const next = raised.get(name) ?? version;
      const published = await readVersion(options.registry, name, next);
      return { id: `${name}@${next}`, published: published !== undefined };
    }),
  );
  const missing = versions.filter(({ published }) => !published);
  say(
    `publish  ${missing.length} packages to ${options.registry.url}` +
      `${options.provenance ? ", with provenance" : ""}; ` +
      `${versions.length - missing.length} there already, to be compared when they are packed`,
  );
  for (const { id } of missing) say(`           ${id}`);
  const tags = readTags(root);
  say(`tag      ${versions.filter(({ id }) => !tags.has(id)).length} new tags`);
  say("Nothing was changed (--dry-run).");
}
