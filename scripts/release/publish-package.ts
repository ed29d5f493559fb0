import { setTimeout as sleep } from "node:timers/promises";
import type { PackedPackage } from "./pack-packages.ts";
import { compareWithRegistry } from "./plan-publication.ts";
import type { Registry } from "./registry-client.ts";
import { ReleaseError } from "./release-error.ts";
import { lastLines, runCommand } from "./run-command.ts";

/** How long a registry may take to show a published version. */
const visibleWithinMs = 60_000;
const pollMs = 1_000;

const again = "Then run the same command again: what is published already is skipped.";

/** The advice about a refused publication, by npm's error code. */
const fixes: Readonly<Record<string, string>> = {
  ENEEDAUTH: `Log in with npm login, or configure a token for the registry. ${again}`,
  E401: `The login or the token is invalid or has expired: renew it. ${again}`,
  E403: `This account may not publish the package: ask an owner for permission. ${again}`,
  E404: `Registries also respond with 404 if the login is missing or may not publish here. ${again}`,
  E422: `The repository of the manifest must be the one that the build ran for. ${again}`,
  EUSAGE: `Provenance needs a build that can prove its identity: use --no-provenance. ${again}`,
};

/** Waits until the registry shows a version with the contents of a tarball. */
async function isVisible(
  registry: Registry,
  each: PackedPackage,
  withinMs: number,
): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    if ((await compareWithRegistry(registry, each)) === "equal") return true;
    if (waitedMs >= withinMs) return false;
    await sleep(pollMs);
  }
}

/**
 * Publishes a tarball. A publication counts as done if the registry has it, although it was reported as
 * failed or another run made it.
 * @throws ReleaseError if the registry refuses it.
 */
export async function publishPackage(
  registry: Registry,
  each: PackedPackage,
  provenance: boolean,
): Promise<void> {
  const [scope = ""] = each.name.split("/");
  const result = runCommand("/", "npm", [
    "publish",
    each.tarball,
    "--access=public",
    `--registry=${registry.url}`,
    // Otherwise a registry that the user configured for the scope takes precedence.
    `--${scope}:registry=${registry.url}`,
    ...(provenance ? ["--provenance"] : []),
  ]);
  if (result.ok) return;
  const code = /npm error code (\w+)/.exec(result.stderr)?.[1] ?? "";
  const isConflict = /previously published|cannot publish over|E409|EPUBLISHCONFLICT/i.test(
    result.stderr,
  );
  if (await isVisible(registry, each, isConflict ? visibleWithinMs : 0)) return;
  throw new ReleaseError(
    `${each.name}@${each.version} was not published:\n${lastLines(result, 15)}`,
    fixes[code] ?? `Fix the cause. ${again}`,
  );
}

/**
 * Waits until the registry shows all packages.
 *
 * @throws ReleaseError if some are missing after a minute.
 */
export async function confirmPublished(
  registry: Registry,
  packages: readonly PackedPackage[],
): Promise<void> {
  const seen = await Promise.all(
    packages.map(async (each) => ({ each, ok: await isVisible(registry, each, visibleWithinMs) })),
  );
  const unseen = seen.filter(({ ok }) => !ok).map(({ each }) => `${each.name}@${each.version}`);
  if (unseen.length === 0) return;
  throw new ReleaseError(
    `The registry accepted these packages and does not show them yet: ${unseen.join(", ")}`,
    "Wait some minutes, then run the same command again.",
  );
}
