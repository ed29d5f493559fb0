import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { write } from "./run-command.ts";

/** A repository in a new folder. */
export interface TestRepository {
  readonly folder: string;
  /** Writes files and commits everything. */
  commit(files: Readonly<Record<string, string>>): Promise<void>;
  /** Runs git and returns what it prints. */
  git(...args: string[]): string;
}

const made: string[] = [];

/** Creates a repository with one commit on the branch `main`. */
export async function repositoryOf(
  files: Readonly<Record<string, string>>,
): Promise<TestRepository> {
  // Outside this repository, because git would find its commits.
  const folder = await mkdtemp(join(tmpdir(), "specwright-git-"));
  made.push(folder);
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", env: environment });
  git("init", "-q", "-b", "main");
  const commit = async (changed: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, content] of Object.entries(changed)) await write(folder, path, content);
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", "Change");
  };
  await commit(files);
  return { folder, commit, git };
}

/** The environment of git, without the user's configuration and hook variables. */
const environment = {
  PATH: process.env["PATH"] ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

/** Removes the repositories created so far. */
export async function removeRepositories(): Promise<void> {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
}
