import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const root = new URL("../..", import.meta.url).pathname;

/** The two SDKs and their workspace dependencies. */
export const sdkPackages = [
  "marketplace-api",
  "rest",
  "runtime",
  "streams",
  "streams-api",
  "streams-sdk",
] as const;

const files = [
  ".changeset/config.json",
  ".changeset/README.md",
  ".gitignore",
  ".npmrc",
  "examples/feeds",
  "package-lock.json",
  "package.json",
  "scripts",
  "specs",
  "specwright.config.ts",
  "tsconfig.base.json",
  "turbo.json",
];

type Dependencies = Record<string, string>;
interface Manifest {
  readonly name: string;
  workspaces?: readonly string[];
  readonly devDependencies?: Dependencies;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** Writes a manifest without development dependencies on packages that are not copied. */
function writeManifest(folder: string, manifest: Manifest): void {
  const kept = new Set(sdkPackages.map((name) => `@specwright/${name}`));
  for (const name of Object.keys(manifest.devDependencies ?? {})) {
    if (name.startsWith("@specwright/") && !kept.has(name)) delete manifest.devDependencies?.[name];
  }
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Links the installed packages of a folder; links to workspace packages stay within the copy. */
function linkModules(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== "@specwright") symlinkSync(join(from, name), join(to, name));
  }
}

/** Runs git in a folder, with a test identity. */
export function git(folder: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=Release", "-c", "user.email=release@specwright.example"];
  const options = { cwd: folder, encoding: "utf8" } as const;
  return execFileSync("git", [...identity, ...args], options).trim();
}

export function commitAll(folder: string, subject: string): void {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", subject);
}

/**
 * Copies the source of both SDKs and their dependencies into a new repository, and links the command that
 * generates code.
 */
export function copyWorkspace(folder: string): void {
  for (const file of files) cpSync(join(root, file), join(folder, file), { recursive: true });
  const manifest = readManifest(folder);
  manifest.workspaces = ["packages/*"];
  writeManifest(folder, manifest);
  const scope = join(folder, "node_modules/@specwright");
  linkModules(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(scope);
  for (const name of readdirSync(join(root, "generators"))) {
    symlinkSync(join(root, "generators", name), join(scope, name));
  }
  // A generator writes the changelog, from source.
  symlinkSync(join(root, "generators"), join(folder, "generators"));
  for (const name of sdkPackages) {
    const [from, to] = [join(root, "packages", name), join(folder, "packages", name)];
    cpSync(from, to, {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist|\.turbo|test)$/.test(path),
    });
    writeManifest(to, readManifest(to));
    linkModules(join(from, "node_modules"), join(to, "node_modules"));
    symlinkSync(to, join(scope, name));
  }
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "config", "user.name", "Release");
  git(folder, "config", "user.email", "release@specwright.example");
  commitAll(folder, "Copy the packages of the SDKs");
}

export function writeChangeset(
  folder: string,
  name: string,
  bumps: Readonly<Record<string, "major" | "minor" | "patch">>,
  summary: string,
): void {
  const lines = Object.entries(bumps).map(([each, bump]) => `"@specwright/${each}": ${bump}`);
  const text = `---\n${lines.join("\n")}\n---\n\n${summary}\n`;
  writeFileSync(join(folder, ".changeset", `${name}.md`), text);
}
