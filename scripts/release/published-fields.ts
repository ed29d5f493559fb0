/** The repository fields of the root `package.json`. */
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

/** Builds a package before npm packs it, also in a checkout without `dist`. */
export const prepack = "node ../../scripts/turbo.mjs run build --output-logs=errors-only";

/**
 * Returns the fields of a published manifest about its origin. The `homepage` of the root manifest is the
 * only source of the repository's URL.  npm accepts provenance only from the repository in the manifest.
 * `publishConfig` does not request provenance, because a publication from elsewhere would fail.
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
