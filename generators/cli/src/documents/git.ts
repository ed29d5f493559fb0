// Reads a git repository with the `git` program. Never writes to the repository or its working tree.

import { spawn } from "node:child_process";
import { relative, resolve, sep } from "node:path";
import { CliError } from "../terminal/cli-error.ts";

/** A git repository. `folder` is a folder in its working tree. */
export interface Repository {
  readonly folder: string;
  /** The path of `folder` relative to the root of the working tree: empty, or with a `/` at the end. */
  readonly prefix: string;
}

/** Finds the repository of a folder. Returns `undefined` if the folder is not in a repository. */
export async function findRepository(folder: string): Promise<Repository | undefined> {
  const { code, stdout } = await runGit(folder, ["rev-parse", "--show-prefix"]);
  const prefix = stdout.toString("utf8").replace(/\n$/, "");
  return code === 0 ? { folder, prefix } : undefined;
}

/** Finds the repository of a folder. Throws `CliError` if the folder is not in a repository. */
export async function openRepository(folder: string): Promise<Repository> {
  const repository = await findRepository(folder);
  if (repository !== undefined) return repository;
  throw new CliError(
    "git_unusable",
    `${folder} is not in the working tree of a git repository.`,
    "Run the command in a repository, or compare two files instead of a git revision.",
  );
}

/** Returns the id of the commit to which a ref points; `undefined` if the ref does not exist. */
export async function findCommit({ folder }: Repository, ref: string): Promise<string | undefined> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  return gitOutput(await runGit(folder, args)).trim() || undefined;
}

/** Returns the id of the commit to which a ref points. Throws `CliError` if the ref does not exist. */
export async function requireCommit(repository: Repository, ref: string): Promise<string> {
  const commit = await findCommit(repository, ref);
  if (commit !== undefined) return commit;
  throw new CliError(
    "ref_unknown",
    `The repository has no commit ${JSON.stringify(ref)}.`,
    "Check the name with `git log`. A shallow clone lacks older commits and other branches: " +
      "fetch them, with `fetch-depth: 0` for actions/checkout.",
  );
}

/** Returns the id of the newest common ancestor of two commits. */
export async function mergeBase(
  { folder }: Repository,
  left: string,
  right: string,
): Promise<string | undefined> {
  return gitOutput(await runGit(folder, ["merge-base", left, right])).trim() || undefined;
}

/** Reports whether the newest commit contains all files, without changes. Paths are absolute. */
export async function areCommitted(
  { folder }: Repository,
  files: readonly string[],
): Promise<boolean> {
  const known = await runGit(folder, ["ls-files", "--error-unmatch", "-z", "--", ...files]);
  const same = await runGit(folder, ["diff", "--quiet", "HEAD", "--", ...files]);
  return known.code === 0 && same.code === 0;
}

export function workTreeRoot({ folder, prefix }: Repository): string {
  return resolve(
    folder,
    ...prefix
      .split("/")
      .filter(Boolean)
      .map(() => ".."),
  );
}

/**
 * Converts a path, relative to the folder of `repository`, to a path relative to the root of the working
 * tree.
 */
export function pathInRepository({ folder, prefix }: Repository, path: string): string {
  const parts = prefix.split("/").filter((part) => part !== "");
  for (const part of relative(folder, path).split(sep)) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return throwOutside(path);
  }
  return parts.join("/");
}

function throwOutside(path: string): never {
  throw new CliError(
    "git_unusable",
    `${path} is outside the git repository.`,
    "Name a path in the repository of the current folder.",
  );
}

/** The file or folder at a path in a commit. */
export type GitEntry =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "folder" };

/**
 * Reads files in a commit. Follows symbolic links within the commit. Leaves out paths that do not exist.
 */
export async function readEntries(
  { folder }: Repository,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, GitEntry>> {
  // git expects one name per line, so it cannot read a path with a line break.
  const asked = paths.filter((path) => !path.includes("\n"));
  const input = asked.map((path) => `${commit}:${path}\n`).join("");
  const { stdout } = await runGit(folder, ["cat-file", "--batch", "--follow-symlinks"], input);
  const found = new Map<string, GitEntry>();
  let at = 0;
  for (const path of asked) {
    const end = stdout.indexOf(0x0a, at);
    const header = stdout.subarray(at, end).toString("utf8");
    at = end + 1;
    if (header.endsWith(" missing")) continue;
    const [, type, size] = /^(?:[0-9a-f]+ )?(\w+) (\d+)$/.exec(header) ?? [];
    const bytes = stdout.subarray(at, at + Number(size));
    at += Number(size) + 1;
    if (type === "blob") found.set(path, { kind: "file", bytes });
    if (type === "tree") found.set(path, { kind: "folder" });
  }
  return found;
}

/**
 * Lists all files below a folder of a commit. Paths are relative to the folder. The root folder is `""`.
 */
export async function listFiles(
  { folder }: Repository,
  commit: string,
  path: string,
): Promise<readonly string[]> {
  const tree = `${commit}:${path}`;
  const listed = await runGit(folder, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", tree]);
  return gitOutput(listed)
    .split("\0")
    .filter((each) => each !== "");
}

/** A tag and its date. */
export interface GitTag {
  readonly name: string;
  /** The date of an annotated tag. For any other tag, the date of its commit. ISO 8601. */
  readonly date: string;
}

/** Lists the tags that match a git pattern, sorted by name. */
export async function listTags(
  { folder }: Repository,
  pattern: string,
): Promise<readonly GitTag[]> {
  const format = "--format=%(refname:strip=2)%00%(creatordate:iso-strict)";
  return gitOutput(await runGit(folder, ["for-each-ref", format, `refs/tags/${pattern}`]))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", date = ""] = line.split("\0");
      return { name, date };
    });
}

/** Returns the URL of the remote `origin`; empty if there is no such remote. */
export async function originUrl({ folder }: Repository): Promise<string> {
  return gitOutput(await runGit(folder, ["remote", "get-url", "origin"])).trim();
}

/** The id, parents, message and authors of a commit. */
export interface CommitFacts {
  readonly id: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** The author, and the co-authors that the message names. */
  readonly authors: readonly { readonly name: string; readonly mail: string }[];
}

/**
 * Lists the commits in a range, oldest first, without merges. If `files` is not empty, lists only commits
 * that changed one of these files. Paths are relative to the root.
 */
export async function listCommits(
  { folder }: Repository,
  range: string,
  files: readonly string[],
): Promise<readonly CommitFacts[]> {
  const paths = files.map((file) => `:(top,literal)${file}`);
  const args = ["log", "--no-merges", "--reverse", commitFormat, range, "--", ...paths];
  return readCommits(gitOutput(await runGit(folder, args)));
}

/** Lists the merge commits in a range, oldest first. Follows only the first parent of each commit. */
export async function listMerges(
  { folder }: Repository,
  range: string,
): Promise<readonly CommitFacts[]> {
  const args = ["log", "--merges", "--first-parent", "--reverse", commitFormat, range, "--"];
  return readCommits(gitOutput(await runGit(folder, args)));
}

/** Returns the facts about a commit; undefined if the commit does not exist. */
export async function commitFacts(
  { folder }: Repository,
  id: string,
): Promise<CommitFacts | undefined> {
  const args = ["log", "--max-count=1", commitFormat, "--end-of-options", id, "--"];
  return readCommits(gitOutput(await runGit(folder, args)))[0];
}

/**
 * Returns the oldest commit on the branch of `HEAD` that contains the given commit. The branch consists of
 * the first parents of `HEAD`.
 */
export async function nextOnMain(
  repository: Repository,
  id: string,
): Promise<CommitFacts | undefined> {
  const list = async (flag: string): Promise<readonly string[]> => {
    const args = ["rev-list", "--reverse", flag, `${id}..HEAD`];
    return gitOutput(await runGit(repository.folder, args)).split("\n");
  };
  const containing = new Set(await list("--ancestry-path"));
  const next = (await list("--first-parent")).find((each) => containing.has(each));
  return next === undefined || next === "" ? undefined : await commitFacts(repository, next);
}

// `%aN` and `%aE` apply the .mailmap file of the repository.
const coAuthors = "%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x02)";
const commitFormat = `--format=%x01%H%x00%P%x00%aN%x00%aE%x00${coAuthors}%x00%B`;

function readCommits(output: string): readonly CommitFacts[] {
  return output
    .split("\u0001")
    .slice(1)
    .map((record) => {
      const [id = "", parents = "", name = "", mail = "", others = "", body = ""] =
        record.split("\0");
      const named = others.split("\u0002").flatMap((each) => {
        const [, name, mail] = /^(.+?)\s*<([^<>]*)>$/.exec(each.trim()) ?? [];
        return name === undefined || mail === undefined ? [] : [{ name, mail }];
      });
      return {
        id,
        parents: parents.split(" ").filter(Boolean),
        message: body.trim(),
        authors: [...new Map([{ name, mail }, ...named].map((each) => [each.mail, each])).values()],
      };
    });
}

interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
}

function gitOutput({ code, stdout }: GitResult): string {
  return code === 0 ? stdout.toString("utf8") : "";
}

/** Runs git in a folder, without a shell. Returns its exit code and its output. */
function runGit(folder: string, args: readonly string[], input = ""): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const git = spawn("git", ["--no-pager", "--no-optional-locks", "-C", folder, ...args], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    const chunks: Buffer[] = [];
    git.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    git.once("error", (cause) =>
      reject(
        new CliError(
          "git_unusable",
          `git cannot be run: ${cause.message}`,
          "Install git, or compare two files instead of a git revision.",
          { cause },
        ),
      ),
    );
    git.once("close", (code) => resolve({ code: code ?? 1, stdout: Buffer.concat(chunks) }));
    // git may exit before it has read all input. Ignore the resulting error.
    git.stdin.on("error", () => {});
    git.stdin.end(input);
  });
}
