// The packages that are released when a document changes.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Bump } from "@specwright/diff";
import type { Target } from "../generate/generate-target.ts";
import type { ChangesetFolder } from "./changeset-folder.ts";

/** A package that belongs to a document. */
export interface DocumentPackage {
  readonly name: string;
  readonly version: string;
  /** Its content: code generated from the document, or only the contract. */
  readonly surface: "wire" | "code";
}

export interface DocumentPackages {
  readonly released: readonly DocumentPackage[];
  /** The names of packages that changesets ignores, each with the reason. */
  readonly leftOut: ReadonlyMap<string, "private" | "ignored">;
}

/**
 * Returns the packages of a document: the package that contains the document, and the packages that contain
 * its outputs. The root of a workspace does not count.
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
 * Returns the bump that gives a package its next version. Changesets does not shift bumps below
 * 1.0.0, where a break is a minor version and everything else is a patch.
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
