// The web pages of a repository, derived from the address of its remote.

/** The pages of a repository on its code host. */
export interface CodeHost {
  commit(id: string): string;
  /** Takes the number of a pull or merge request. */
  pull(number: string): { readonly name: string; readonly url: string };
  /** Returns the profile of an author; undefined if the mail address does not name an account. */
  profile(mail: string): string | undefined;
}

interface HostKind {
  readonly commit: string;
  readonly pull: string;
  readonly sign: "#" | "!";
}

const kinds: readonly (readonly [host: RegExp, kind: HostKind])[] = [
  [/github/, { commit: "/commit/", pull: "/pull/", sign: "#" }],
  [/gitlab/, { commit: "/-/commit/", pull: "/-/merge_requests/", sign: "!" }],
  [/bitbucket/, { commit: "/commits/", pull: "/pull-requests/", sign: "#" }],
  [/codeberg|forgejo|gitea/, { commit: "/commit/", pull: "/pulls/", sign: "#" }],
  [/^dev\.azure\.com$/, { commit: "/commit/", pull: "/pullrequest/", sign: "!" }],
];

/**
 * Returns the pages of the repository at a remote, such as `git@github.com:acme/shop.git`;
 * undefined for an unknown host. Omits a password in the address.
 */
export function codeHost(remote: string): CodeHost | undefined {
  const base = webAddress(remote.trim());
  const kind = base && kinds.find(([host]) => host.test(base.hostname))?.[1];
  if (base === undefined || kind === undefined) return undefined;
  return {
    commit: (id) => base.href + kind.commit + id,
    pull: (number) => ({ name: kind.sign + number, url: base.href + kind.pull + number }),
    profile(mail) {
      const [, login] = /^(?:\d+[+-])?([\w.-]+)@users\.noreply\.[\w.-]+$/.exec(mail) ?? [];
      return login === undefined ? undefined : `${base.origin}/${login}`;
    },
  };
}

/** Returns the web address of a repository, without a final slash. */
function webAddress(remote: string): URL | undefined {
  const [, host, path] = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)\/?(.+)$/.exec(remote) ?? [];
  const text = host === undefined ? remote : `ssh://${host}/${path}`;
  if (!/^(?:https?|ssh|git):\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const given = new URL(text.replace(/(?:\.git)?\/*$/, ""));
  if (given.pathname.length < 2) return undefined;
  const isWeb = /^https?:$/.test(given.protocol);
  return new URL(
    `${isWeb ? given.protocol : "https:"}//${isWeb ? given.host : given.hostname}${given.pathname}`,
  );
}
