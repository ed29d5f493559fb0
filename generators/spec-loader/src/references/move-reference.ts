import { posix } from "node:path";

/** Rewrites a reference from the file `from`, so that it leads to the same target in the file `to`. */
export function moveReference(reference: string, from: string, to: string): string {
  const target = URL.parse(reference, from);
  const base = new URL(to);
  if (target === null || target.origin !== base.origin || target.protocol !== base.protocol) {
    return target?.href ?? reference;
  }
  const path = posix.relative(posix.dirname(base.pathname), target.pathname);
  const isSameFile = target.pathname === base.pathname;
  return `${isSameFile ? "" : path}${target.search}${target.hash}`;
}
