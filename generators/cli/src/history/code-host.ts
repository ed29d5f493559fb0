// Returns links to the web pages of a repository. The address of its remote shows which code host it uses.

/** The web pages of a repository. */
export interface CodeHost {
  commit(id: string): string;
  /** Returns the name and the URL of the pull request or merge request with a number. */
  pull(number: string): { readonly name: string; readonly url: string };
  /**
   * Matches the number of a pull request at the end of a commit's subject. Code hosts add it when they
   * squash a pull request.
   */
  readonly squashed: RegExp;
  /**
   * Returns the profile page of an author. Returns undefined if the mail address does not contain the name
   * of an account.
   */
  profile(mail: string): string | undefined;
}

interface HostKind {
  readonly commit: string;
  readonly pull: string;
  readonly sign: "#" | "!";
  /** Default: `sign` and the number, in parentheses. On GitLab, `(#7)` is the number of an issue. */
  readonly squashed?: RegExp;
}

const kinds: readonly (readonly [host: RegExp, kind: HostKind])[] = [
  [/^github\./, { commit: "/commit/", pull: "/pull/", sign: "#" }],
  [/^gitlab\./, { commit: "/-/commit/", pull: "/-/merge_requests/", sign: "!" }],
  [
    /^bitbucket\.org$/,
    {
      commit: "/commits/",
      pull: "/pull-requests/",
      sign: "#",
      squashed: /\s*\(pull request #(\d+)\)$/,
    },
  ],
  [/^(?:codeberg|forgejo|gitea)\./, { commit: "/commit/", pull: "/pulls/", sign: "#" }],
  [/^dev\.azure\.com$/, { commit: "/commit/", pull: "/pullrequest/", sign: "!" }],
];

/**
 * Returns the web pages of the repository at a remote, such as `git@github.com:acme/shop.git`. Returns
 * undefined if the code host is unknown. The pages never contain the password of the remote.
 */
export function codeHost(remote: string): CodeHost | undefined {
  const base = webAddress(remote.trim());
  const kind = base && kinds.find(([host]) => host.test(base.hostname))?.[1];
  if (base === undefined || kind === undefined) return undefined;
  return {
    commit: (id) => base.href + kind.commit + id,
    pull: (number) => ({ name: kind.sign + number, url: base.href + kind.pull + number }),
    squashed: kind.squashed ?? (kind.sign === "#" ? /\s*\(#(\d+)\)$/ : /\s*\(!(\d+)\)$/),
    profile(mail) {
      const [name = "", domain] = mail.split("@");
      if (domain !== `users.noreply.${base.hostname}`) return undefined;
      const id = kind.sign === "!" ? /^\d+-/ : /^\d+\+/;
      const login = name.replace(id, "");
      return /^[\w.-]+$/.test(login) ? `${base.origin}/${login}` : undefined;
    },
  };
}

/**
 * Returns the host of the web pages for an SSH host. The SSH host may be an alias, such as
 * `github.com-work`.
 */
function webHost(hostname: string): string {
  return hostname
    .replace(/^(?:ssh|altssh)\.(?=(?:github|gitlab)\.com$|bitbucket\.org$)/, "")
    .replace(/^((?:github|gitlab)\.com|bitbucket\.org)-.*$/, "$1");
}

/**
 * Returns the web address of a repository, without a slash at the end. Returns undefined if the remote is
 * not a URL.
 */
function webAddress(remote: string): URL | undefined {
  const [, host, path] = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)\/?(.+)$/.exec(remote) ?? [];
  const text = host === undefined ? remote : `ssh://${host}/${path}`;
  if (!/^(?:https?|ssh|git):\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host: address, hostname, pathname } = new URL(text);
  const place = pathname.replace(/(?:\.git)?\/*$/, "");
  if (place.length < 2) return undefined;
  const isWeb = /^https?:$/.test(protocol);
  return new URL(`${isWeb ? protocol : "https:"}//${isWeb ? address : webHost(hostname)}${place}`);
}
