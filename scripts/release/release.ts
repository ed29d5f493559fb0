import { applyVersions } from "./apply-versions.ts";
import { buildPackages, checkTree } from "./build-packages.ts";
import { git, readTags, requireCleanTree } from "./git.ts";
import { type PackedPackage, packPackages, readPacked } from "./pack-packages.ts";
import { pendingChangesets } from "./pending-changesets.ts";
import { planPublication } from "./plan-publication.ts";
import { publishOrder } from "./publish-order.ts";
import { confirmPublished, publishPackage } from "./publish-package.ts";
import type { ReleaseOptions } from "./release-options.ts";
import { readWorkspace } from "./workspace.ts";

/** Prints one line about the progress of a release. */
export type Say = (line: string) => void;

const count = (number: number, noun = "package"): string =>
  `${number} ${noun}${number === 1 ? "" : "s"}`;

function version(root: string, date: string, say: Say): void {
  const pending = pendingChangesets(root);
  if (pending.length === 0) {
    say("version  no changesets: the versions stay unchanged");
    return;
  }
  const changes = applyVersions(root, date);
  say(`version  ${count(pending.length, "changeset")} applied to ${count(changes.length)}`);
  for (const { name, from, to } of changes) say(`           ${name} ${from} -> ${to}`);
  say("lock     package-lock.json updated, both committed");
}

function prepare(root: string, options: ReleaseOptions, say: Say): readonly PackedPackage[] {
  const packed = readPacked(root, options.skipCheck);
  if (packed !== undefined) {
    say(`pack     ${count(packed.length)}, packed from this commit by an earlier run`);
    return packed;
  }
  const packages = publishOrder(readWorkspace(root).filter((each) => !each.private));
  say(`build    ${count(packages.length)}`);
  buildPackages(root, packages);
  if (options.skipCheck) say("check    left out (--skip-check)");
  else {
    say("check    npm run check");
    checkTree(root);
  }
  requireCleanTree(root);
  say(`pack     ${count(packages.length)}`);
  return packPackages(root, packages, !options.skipCheck);
}

function tag(root: string, packed: readonly PackedPackage[], say: Say): void {
  const known = readTags(root);
  const wanted = packed.map(({ name, version }) => `${name}@${version}`);
  const missing = wanted.filter((name) => !known.has(name));
  for (const name of missing) git(root, "tag", "--annotate", name, "--message", name);
  say(`tag      ${count(missing.length, "new tag")}`);
}

/**
 * Releases the packages of a workspace: version, lock file, build, check, pack, publish, tag. Each step
 * detects the results of an earlier run, so that the same command repeats a failed release.
 * @throws ReleaseError with advice if a step fails.
 */
export async function release(root: string, options: ReleaseOptions, say: Say): Promise<void> {
  requireCleanTree(root);
  version(root, options.date, say);
  const packed = prepare(root, options, say);
  const { missing, present } = await planPublication(options.registry, packed);
  say(
    `publish  ${count(missing.length)} to ${options.registry.url}, ${present.length} there already`,
  );
  for (const [at, each] of missing.entries()) {
    say(`           ${at + 1}/${missing.length} ${each.name}@${each.version}`);
    await publishPackage(options.registry, each, options.provenance);
  }
  await confirmPublished(options.registry, missing);
  tag(root, packed, say);
  say("Released. Share the commit and its tags: git push --follow-tags");
}
