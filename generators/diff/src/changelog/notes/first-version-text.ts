import { firstVersion } from "../../report/first-version.ts";
import type { Release } from "../releases/release.ts";

/** Returns a sentence about a first release. The sentence names the branch, except for the main branch. */
export function firstVersionText({ branch }: Pick<Release, "branch">): string {
  if (branch === undefined) return firstVersion;
  return firstVersion.replace("version:", () => `version of the branch ${branch}:`);
}
