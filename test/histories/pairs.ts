// Versions of real documents, from npm packages.

/** A document of a package in several of its releases. */
interface History {
  readonly name: string;
  readonly package: string;
  /** Oldest first; each release is compared with the next. */
  readonly releases: readonly Release[];
}

interface Release {
  readonly version: string;
  /** The path of the document in the package. */
  readonly path: string;
}

/** Two versions of one document. */
export interface Pair {
  readonly name: string;
  readonly base: Source;
  readonly revision: Source;
}

/** A document in a release of a package. */
export interface Source extends Release {
  readonly package: string;
}

function releases(path: string, ...versions: readonly string[]): readonly Release[] {
  return versions.map((version) => ({ version, path }));
}

const histories: readonly History[] = [
  {
    name: "figma",
    package: "@figma/rest-api-spec",
    releases: releases(
      "openapi/openapi.yaml",
      ...["0.10.0", "0.15.0", "0.20.0", "0.24.0", "0.30.0", "0.36.0", "0.43.0"],
    ),
  },
  {
    name: "directus",
    package: "@directus/specs",
    releases: releases(
      "dist/openapi.json",
      ...["9.26.0", "10.2.0", "11.0.0", "12.0.0", "13.0.0", "15.2.0"],
    ),
  },
  {
    name: "blockfrost",
    package: "@blockfrost/openapi",
    releases: releases(
      "openapi.yaml",
      "0.1.49",
      "0.1.54",
      "0.1.60",
      "0.1.70-beta.0",
      "0.1.78",
      "0.1.93",
    ),
  },
  {
    name: "ideal-postcodes",
    package: "@ideal-postcodes/openapi",
    releases: releases("dist/openapi.json", "1.2.0", "3.1.0", "4.10.1", "4.14.1", "4.21.0"),
  },
  {
    name: "dialogporten",
    package: "@digdir/dialogporten-schema",
    releases: releases(
      "swagger.verified.json",
      ...["1.8.1-dbe296a", "1.23.2", "1.40.0", "1.47.5-431c529", "1.118.6"],
    ),
  },
  {
    name: "galaxy",
    package: "@scalar/galaxy",
    releases: releases("dist/latest.yaml", "0.2.5", "0.2.20", "0.6.12"),
  },
  {
    name: "github",
    package: "@octokit/openapi",
    releases: releases("generated/api.github.com.json", "22.0.0", "23.0.2"),
  },
  {
    name: "ghes",
    package: "@octokit/openapi",
    releases: ["3.17", "3.18", "3.19"].map((release) => ({
      version: "23.0.2",
      path: `generated/ghes-${release}.json`,
    })),
  },
  {
    name: "github-webhooks",
    package: "@octokit/openapi-webhooks",
    releases: releases("generated/api.github.com.json", "8.5.1", "11.0.0", "12.1.0"),
  },
];

/** Every version of a document with its successor. */
export const pairs: readonly Pair[] = histories.flatMap((history) =>
  history.releases.slice(1).map((revision, index) => {
    const base = history.releases[index] ?? revision;
    return {
      name: `${history.name} ${label(base)} to ${label(revision)}`,
      base: { ...base, package: history.package },
      revision: { ...revision, package: history.package },
    };
  }),
);

/** Returns the release in the document's file name, or the release of the package. */
function label({ version, path }: Release): string {
  return /ghes-([\d.]+)\.json$/.exec(path)?.[1] ?? version;
}
