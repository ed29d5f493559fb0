import { parseArgs } from "node:util";
import type { Registry } from "./registry-client.ts";
import { ReleaseError } from "./release-error.ts";

/** The options of `npm run release`. */
export interface ReleaseOptions {
  readonly registry: Registry;
  /** The day of the release, such as `2026-11-23`. */
  readonly date: string;
  /** Whether to print the steps without running them. */
  readonly dryRun: boolean;
  /** Whether to skip `npm run check`. */
  readonly skipCheck: boolean;
  /** Whether npm publishes a signed statement about the build and commit of the packages. */
  readonly provenance: boolean;
}

const usage =
  "npm run release -- --registry URL [--dry-run] [--skip-check] [--provenance | --no-provenance]";

/** Reports whether this build can prove its identity to a registry (OpenID Connect). */
function hasIdentity(env: NodeJS.ProcessEnv): boolean {
  return ["ACTIONS_ID_TOKEN_REQUEST_URL", "NPM_ID_TOKEN", "SIGSTORE_ID_TOKEN"].some(
    (name) => (env[name] ?? "") !== "",
  );
}

/**
 * Reads the command line of a release. Provenance is on by default where the build can prove its
 * identity, and would fail elsewhere.
 *
 * @throws ReleaseError for an unknown option, or without a registry.
 */
export function readOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  now: Date,
): ReleaseOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        registry: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "skip-check": { type: "boolean", default: false },
        provenance: { type: "boolean" },
      },
    });
    return {
      registry: {
        url: readAddress(values.registry),
        token: env["NPM_TOKEN"] ?? env["NODE_AUTH_TOKEN"],
      },
      date: now.toISOString().slice(0, 10),
      dryRun: values["dry-run"],
      skipCheck: values["skip-check"],
      provenance: values.provenance ?? hasIdentity(env),
    };
  } catch (cause) {
    if (cause instanceof ReleaseError) throw cause;
    throw new ReleaseError(cause instanceof Error ? cause.message : String(cause), usage);
  }
}

function readAddress(text: string | undefined): string {
  if (text === undefined) throw new ReleaseError("A release needs --registry URL.", usage);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new ReleaseError(`--registry ${text} is not an address.`, usage);
  }
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}
