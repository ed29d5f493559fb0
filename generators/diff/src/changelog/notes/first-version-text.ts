import { firstVersion } from "../../report/first-version.ts";
import type { Release } from "../releases/release.ts";

/** Says that a release is the first one, of its branch if that is not the one that users follow. */
export function firstVersionText({ branch }: Pick<Release, "branch">): string {
  if (branch === undefined) return firstVersion;
  return firstVersion.replace("version:", () => `version of the branch ${branch}:`);
}
