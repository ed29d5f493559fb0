// Finds the packages that must be released when a document changes.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Bump } from "@specwright/diff";
import type { Target } from "../generate/generate-target.ts";
import type { ChangesetFolder } from "./changeset-folder.ts";

/** A package that contains a document, or code that is generated from it. */
export interface DocumentPackage {
  readonly name: string;
  readonly version: string;
  /** `code` if the package contains generated code, `wire` if it contains only the contract. */
  readonly surface: "wire" | "code";
}

export interface DocumentPackages {
  readonly released: readonly DocumentPackage[];
  /** Maps the names of packages that changesets does not release to the reasons. */
  readonly leftOut: ReadonlyMap<string, "private" | "ignored">;
}

/**
 * Returns the packages of a document: the package that contains the document, and the packages that contain
 * its output folders. Ignores the root of a workspace.
 */
export function findPackages(
  input: string,
  targets: readonly Target[],
  changesets: ChangesetFolder,
): DocumentPackages {
  const root = dirname(changesets.path);
  const found = new Map<string, DocumentPackage>();
  const leftOut = new Map<string, "private" | "ignored">();
  const add = (path: string, surface: "wire" | "code"): void => {
    const manifest = nearestManifest(path, root);
    if (manifest === undefined) return;
    const reason = reasonToLeaveOut(manifest, changesets);
    if (reason !== undefined) {
      leftOut.set(manifest.name, reason);
      return;
    }
    const { name, version } = manifest;
    const known = found.get(name)?.surface;
    found.set(name, { name, version, surface: known === "code" ? known : surface });
  };
  add(dirname(input), "wire");
  for (const { input: each, output, emitters } of targets) {
    if (each !== input) continue;
    add(output, emitters.every(({ name }) => name === "docs") ? "wire" : "code");
  }
  const released = [...found.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  return { released, leftOut };
}

/**
 * Returns the bump to write for a package. Below version 1.0.0, a break needs a minor version and any other
 * change a patch version. Changesets does not make this adjustment itself.
 */
export function packageBump({ version }: DocumentPackage, bump: Bump): Bump {
  if (!version.startsWith("0.") || bump === "none") return bump;
  return bump === "major" ? "minor" : "patch";
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly isPrivate: boolean;
}

function nearestManifest(path: string, root: string): Manifest | undefined {
  for (let at = path; ; at = dirname(at)) {
    const file = join(at, "package.json");
    if (existsSync(file)) {
      const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
      const content = Object(parsed) as Readonly<Partial<Record<string, unknown>>>;
      const { name, version } = content;
      const isWorkspaces =
        content["workspaces"] !== undefined || existsSync(join(at, "pnpm-workspace.yaml"));
      if (isWorkspaces) return undefined;
      if (typeof name === "string" && typeof version === "string") {
        return { name, version, isPrivate: content["private"] === true };
      }
    }
    if (at === root || dirname(at) === at) return undefined;
  }
}

function reasonToLeaveOut(
  { name, isPrivate }: Manifest,
  { ignore, privatePackages }: ChangesetFolder,
): "private" | "ignored" | undefined {
  if (isPrivate && !privatePackages) return "private";
  const isIgnored = ignore.some((pattern) => {
    const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`).test(name);
  });
  return isIgnored ? "ignored" : undefined;
}
