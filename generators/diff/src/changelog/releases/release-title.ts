import type { Release } from "./release.ts";

/** Returns the title of a release: `Shop 1.2.0: Vouchers`. */
export function releaseTitle({ interface: { title }, version, title: own }: Release): string {
  return own === undefined ? `${title} ${version}` : `${title} ${version}: ${own}`;
}
