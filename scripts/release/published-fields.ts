/** A repository as a root `package.json` names it. */
export interface RootManifest {
  readonly homepage: string;
  readonly license: string;
}

/** The fields that all published packages share; only the folder differs. */
export interface PublishedFields {
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  readonly repository: {
    readonly type: "git";
    readonly url: string;
    readonly directory: string;
  };
  readonly license: string;
  readonly publishConfig: { readonly access: "public" };
}

/** The script that builds a package before npm packs it, also in a checkout without any `dist`. */
export const prepack = "node ../../scripts/turbo.mjs run build --output-logs=errors-only";

/**
 * Returns what the manifest of a published package says about its origin. The repository is the
 * `homepage` of the root manifest, and nowhere else.
 *
 * npm accepts provenance only from the repository that a manifest names. `publishConfig` does not
 * ask for provenance itself, because a publication from any other place would fail.
 */
export function publishedFields(root: RootManifest, folder: string): PublishedFields {
  return {
    homepage: `${root.homepage}/tree/main/${folder}#readme`,
    bugs: { url: `${root.homepage}/issues` },
    repository: { type: "git", url: `git+${root.homepage}.git`, directory: folder },
    license: root.license,
    publishConfig: { access: "public" },
  };
}
