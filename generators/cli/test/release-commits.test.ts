// Links to commits, pull requests and authors in feeds, pages and changelogs.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { ReleaseCommit } from "@specwright/diff/changelog";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { getReleaseLine } from "../src/changesets.ts";
import { codeHost } from "../src/history/code-host.ts";
import { removeRepositories, repositoryOf, type TestRepository } from "./git-repository.ts";
import { command, filesIn, shop, write } from "./run-command.ts";

afterAll(removeRepositories);
afterEach(() => vi.restoreAllMocks());

describe("the pages of a repository", () => {
  it.each([
    ["git@github.com:acme/shop.git", "https://github.com/acme/shop", "/commit/", "/pull/", "#"],
    ["https://github.com/acme/shop", "https://github.com/acme/shop", "/commit/", "/pull/", "#"],
    [
      "https://x-access-token:secret@github.com/acme/shop.git/",
      "https://github.com/acme/shop",
      ...["/commit/", "/pull/", "#"],
    ],
    [
      "ssh://git@gitlab.example.com:2222/group/sub/shop.git",
      "https://gitlab.example.com/group/sub/shop",
      ...["/-/commit/", "/-/merge_requests/", "!"],
    ],
    [
      "https://gitlab.example.com:8443/g/shop.git",
      "https://gitlab.example.com:8443/g/shop",
      ...["/-/commit/", "/-/merge_requests/", "!"],
    ],
    [
      "git@bitbucket.org:acme/shop.git",
      "https://bitbucket.org/acme/shop",
      ...["/commits/", "/pull-requests/", "#"],
    ],
    [
      "https://codeberg.org/acme/shop.git",
      "https://codeberg.org/acme/shop",
      ...["/commit/", "/pulls/", "#"],
    ],
    [
      "git@github.com-work:acme/shop.git?x=1",
      "https://github.com/acme/shop",
      ...["/commit/", "/pull/", "#"],
    ],
    [
      "ssh://git@ssh.github.com:443/acme/shop.git",
      "https://github.com/acme/shop",
      ...["/commit/", "/pull/", "#"],
    ],
    [
      "https://dev.azure.com/acme/shop/_git/shop",
      "https://dev.azure.com/acme/shop/_git/shop",
      ...["/commit/", "/pullrequest/", "!"],
    ],
  ])("at %s", (remote, base, commit, pull, sign) => {
    const host = codeHost(remote);
    expect(host?.commit("a1")).toBe(`${base}${commit}a1`);
    expect(host?.pull("7")).toEqual({ name: `${sign}7`, url: `${base}${pull}7` });
  });

  it.each([
    "",
    "/srv/git/shop.git",
    "../shop",
    "file:///srv/github/shop.git",
    "git@git.example.com:acme/shop.git",
    "https://github.com",
    "C:/github/shop",
    "https://bitbucket.example.com/scm/acme/shop.git",
    "https://notgithub.example.com/acme/shop.git",
  ])("are not linked at %j", (remote) => {
    expect(codeHost(remote)).toBeUndefined();
  });

  it.each([
    ["ann@users.noreply.github.com", "https://github.com/ann"],
    ["12345+ann-b@users.noreply.github.com", "https://github.com/ann-b"],
    ["12345+robot[bot]@users.noreply.github.com", undefined],
    ["ann@example.com", undefined],
  ])("have the profile of %s", (mail, profile) => {
    expect(codeHost("git@github.com:acme/shop.git")?.profile(mail)).toBe(profile);
  });

  it.each([
    ["12345+ann@users.noreply.github.com", undefined],
    ["12345-ann@users.noreply.gitlab.com", "https://gitlab.com/ann"],
    ["2-cool@users.noreply.github.com", undefined],
  ])("on GitLab have the profile of %s", (mail, profile) => {
    expect(codeHost("git@gitlab.com:acme/shop.git")?.profile(mail)).toBe(profile);
  });

  it.each([
    ["git@github.com:a/b", "Fix it (#7)", "7"],
    ["git@github.com:a/b", "Fix it (!7)", undefined],
    ["git@gitlab.com:a/b", "Fix it (#7)", undefined],
    ["git@gitlab.com:a/b", "Fix it (!7)", "7"],
    ["git@bitbucket.org:a/b", "Fix it (#7)", undefined],
    ["git@bitbucket.org:a/b", "Merged in fix (pull request #7)", "7"],
  ])("at %s find in %j the pull request %s", (remote, subject, number) => {
    expect(codeHost(remote)?.squashed.exec(subject)?.[1]).toBe(number);
  });
});

const noreply = "7+ann@users.noreply.github.com";

/** A repository on GitHub with two tags, and commits of each kind between them. */
async function shopRepository(): Promise<TestRepository> {
  const repository = await repositoryOf({ "shop.yaml": shop });
  const { git, folder } = repository;
  git("remote", "add", "origin", "https://ci:secret@github.com/acme/shop.git");
  git("tag", "shop@1.0.0");
  const commit = async (summary: string, message: string, author = `Ann <${noreply}>`) => {
    await write(folder, "shop.yaml", shop.replace("operationId", `summary: ${summary}\n      $&`));
    git("add", "-A");
    git("commit", "-q", "-m", message, "--author", author);
  };
  await commit(
    "One",
    "Add *one* (#12)\n\nCo-authored-by: Bob <bob@example.com>\nCo-authored-by: Ann <7+ann@users.noreply.github.com>",
  );
  git("checkout", "-q", "-b", "two");
  await commit("Two", "Add two", "Bob <bob@example.com>");
  await write(folder, "other.txt", "x");
  await repository.commit({});
  git("checkout", "-q", "main");
  git("merge", "-q", "--no-ff", "two", "-m", "Merge pull request #13 from acme/two");
  await commit("Three", "Mention @ann & <b>");
  git("tag", "shop@1.1.0");
  return repository;
}

const where = ["--output", "out", "--base-url", "https://example.com/changes"];

describe("commits of a release", () => {
  it("are in feeds and history files, with their pull requests and authors", async () => {
    const { folder, git } = await shopRepository();
    const args = ["feed", "--document", "shop.yaml", "--tags", "shop@*", ...where];
    const run = await command(folder, [...args, "--save-history", "history.json"]);
    expect([run.code, run.err]).toEqual([0, ""]);
    const files = await filesIn(folder);
    const { releases } = JSON.parse(files["history.json"] ?? "");
    const commits: readonly ReleaseCommit[] = releases[1].commits;
    expect(releases[0].commits).toBeUndefined();
    const ann = { name: "Ann", url: "https://github.com/ann" };
    const bob = { name: "Bob" };
    const pull = (number: number) => ({
      name: `#${number}`,
      url: `https://github.com/acme/shop/pull/${number}`,
    });
    expect(commits.map(({ id, url, ...rest }) => rest)).toEqual([
      { subject: "Add *one*", authors: [ann, bob], pull: pull(12) },
      { subject: "Add two", authors: [bob], pull: pull(13) },
      { subject: "Mention @ann & <b>", authors: [ann] },
    ]);
    for (const { id, url } of commits) {
      expect(url).toBe(`https://github.com/acme/shop/commit/${git("rev-parse", id).trim()}`);
    }
    const feed = files["out/changes.json"] ?? "";
    const [entry] = JSON.parse(feed).items;
    expect(entry.content_html).toContain(
      '<li>Add two (<a href="https://github.com/acme/shop/pull/13">#13</a>, <a href=',
    );
    expect(entry.content_html).toContain("<li>Mention @ann &amp; &lt;b&gt; (");
    expect(files["history.json"]).not.toMatch(/secret|bob@/);
  });

  it("are in a feed of versions with their overlays", async () => {
    const required = (value: boolean): string =>
      `overlay: 1.0.0\ninfo: { title: O, version: "1" }\nactions: [{ target: "$.paths.*.*", update: { deprecated: ${value} } }]\n`;
    const { folder, git } = await repositoryOf({
      "shop.yaml": shop,
      "o.yaml": required(false),
      "specwright.config.mjs":
        'export default { contracts: [{ input: "shop.yaml", overlays: ["o.yaml"], output: "gen", emitters: [] }] };',
    });
    git("tag", "shop@1.0.0");
    await write(folder, "o.yaml", required(true));
    git("commit", "-q", "-am", "Deprecate all");
    git("tag", "shop@2.0.0");
    const args = ["feed", "--document", "shop.yaml", "--tags", "shop@*", ...where];
    expect(await command(folder, args)).toMatchObject({ code: 0, err: "" });
    expect((await filesIn(folder))["out/changes.json"]).toContain("deprecated");
  });

  it("are on the pages of a site", async () => {
    const { folder } = await shopRepository();
    const run = await command(folder, ["site", "shop.yaml", "--tags", "{name}@*", ...where]);
    expect([run.code, run.err]).toEqual([0, ""]);
    const files = await filesIn(join(folder, "out"));
    const pages = Object.entries(files).filter(([, text]) => text.includes("/pull/13"));
    expect(pages.map(([path]) => path).filter((path) => /\.(?:html|md)$/.test(path))).toEqual([
      expect.stringMatching(/1\.1\.0\/changes\.html$/),
      expect.stringMatching(/1\.1\.0\/changes\.md$/),
    ]);
  });

  it.each([
    ["on a host that is not known", "git@git.example.com:acme/shop.git"],
    ["without a remote", undefined],
  ])("are left out %s", async (_name, remote) => {
    const { folder, git } = await shopRepository();
    if (remote === undefined) git("remote", "remove", "origin");
    else git("remote", "set-url", "origin", remote);
    const args = ["feed", "--document", "shop.yaml", "--tags", "shop@*", ...where];
    expect(await command(folder, args)).toMatchObject({ code: 0, err: "" });
    expect(JSON.stringify(await filesIn(join(folder, "out")))).not.toContain("Commits");
  });
});

describe("a line of a package's changelog", () => {
  it("links to the commit of its changeset, its pull request and its authors", async () => {
    const { folder, git } = await shopRepository();
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    const idOf = (subject: string): string =>
      git("log", "--all", "--format=%H", `--grep=${subject}`).trim();
    const line = (commit?: string): Promise<string> =>
      getReleaseLine({ summary: "Adds two.\n\nMore.", ...(commit !== undefined && { commit }) });
    const link = (id: string): string =>
      `[\`${id.slice(0, 7)}\`](<https://github.com/acme/shop/commit/${id}>)`;
    const [two, three] = [idOf("Add two"), idOf("Mention")];
    const pull = "[\\#13](<https://github.com/acme/shop/pull/13>)";
    expect(await line(two.slice(0, 7))).toBe(`- Adds two. (${pull}, ${link(two)}, Bob)\n\n  More.`);
    const ann = "[Ann](<https://github.com/ann>)";
    expect(await line(three)).toBe(`- Adds two. (${link(three)}, ${ann})\n\n  More.`);
    // The first parent of its commit is not the merge that brought it.
    const one = idOf("Add .one");
    expect(await line(one)).toContain("/pull/12>");
    expect(await line()).toBe("- Adds two.\n\n  More.");
    expect(await line("0".repeat(40))).toBe("- Adds two.\n\n  More.");
  });

  it("is the summary's line outside of a repository", async () => {
    vi.spyOn(process, "cwd").mockReturnValue("/");
    expect(await getReleaseLine({ summary: "Adds two.", commit: "a1b2c3d" })).toBe("- Adds two.");
    expect(() => execFileSync("git", ["-C", "/", "rev-parse"], { stdio: "ignore" })).toThrow();
  });
});
