// Finds the commits that changed a document, with links to their code host.

import type { CommitAuthor, ReleaseCommit } from "@specwright/diff/changelog";
import {
  type CommitFacts,
  commitFacts,
  listCommits,
  listMerges,
  nextOnMain,
  originUrl,
  type Repository,
} from "../documents/git.ts";
import { type CodeHost, codeHost } from "./code-host.ts";

/** The commits after `base`, up to and including `revision`. */
export interface CommitRange {
  readonly base: string;
  readonly revision: string;
  /** The files of the document. Paths are relative to the root of the repository. */
  readonly files: readonly string[];
}

/**
 * Returns the commits in a range that changed one of the files, oldest first. If the code host is unknown,
 * returns an empty list, because the commits would have no links.
 */
export async function releaseCommits(
  repository: Repository,
  { base, revision, files }: CommitRange,
): Promise<readonly ReleaseCommit[]> {
  const host = codeHost(await originUrl(repository));
  if (host === undefined || files.length === 0) return [];
  const commits = await listCommits(repository, `${base}..${revision}`, files);
  if (commits.length === 0) return [];
  const merged = await pullNumbers(
    repository,
    host,
    await listMerges(repository, `${base}..${revision}`),
  );
  return commits.map((facts) => asReleaseCommit(facts, host, merged.get(facts.id)));
}

/**
 * Returns a commit with its links. Returns undefined if the commit does not exist or the code host is
 * unknown.
 */
export async function releaseCommit(
  repository: Repository,
  id: string,
): Promise<ReleaseCommit | undefined> {
  const host = codeHost(await originUrl(repository));
  const facts = host && (await commitFacts(repository, id));
  if (host === undefined || facts === undefined) return undefined;
  const merge = await nextOnMain(repository, facts.id);
  const numbers = await pullNumbers(repository, host, merge === undefined ? [] : [merge]);
  return asReleaseCommit(facts, host, numbers.get(facts.id));
}

function asReleaseCommit(
  { id, message, authors }: CommitFacts,
  host: CodeHost,
  merge: string | undefined,
): ReleaseCommit {
  const number = pullNumber(message, host) ?? merge;
  const [subject = ""] = message.split("\n");
  return {
    id,
    subject: subject.replace(host.squashed, ""),
    url: host.commit(id),
    authors: authors.map(({ name, mail }): CommitAuthor => {
      const url = host.profile(mail);
      return { name, ...(url !== undefined && { url }) };
    }),
    ...(number !== undefined && { pull: host.pull(number) }),
  };
}

/** Maps each merged commit to the number of its pull request. */
async function pullNumbers(
  repository: Repository,
  host: CodeHost,
  merges: readonly CommitFacts[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = new Map<string, string>();
  for (const { message, parents } of merges) {
    const number = pullNumber(message, host);
    const [first, second] = parents;
    if (number === undefined || first === undefined || second === undefined) continue;
    for (const { id } of await listCommits(repository, `${first}..${second}`, [])) {
      numbers.set(id, number);
    }
  }
  return numbers;
}

/**
 * Returns the number of a pull request in a commit message from GitHub, GitLab, Bitbucket, Gitea or Azure.
 */
function pullNumber(message: string, { squashed }: CodeHost): string | undefined {
  const [subject = ""] = message.split("\n");
  const patterns = [/^Merge pull request #(\d+) /, squashed, /^Merged PR (\d+):/];
  for (const pattern of patterns) {
    const [, number] = pattern.exec(subject) ?? [];
    if (number !== undefined) return number;
  }
  return /^See merge request [\w./-]*!(\d+)$/m.exec(message)?.[1];
}
