// The paths of pages and feeds below the address of the site. They depend on nothing but ids and
// versions, so that links stay valid.

import { type Release, releaseKey } from "../releases/release.ts";

/** Returns the folder of an interface. */
export function interfaceFolder(id: string): string {
  return `${pathSegment(id)}/`;
}

/** Returns the path of the page of a release, without its extension. */
export function releasePath(release: Release): string {
  return `${interfaceFolder(release.interface.id)}versions/${pathSegment(releaseKey(release))}`;
}

/** Returns the path of the feeds of a tag, without their extension. */
export function tagPath(id: string, tag: string): string {
  return `${interfaceFolder(id)}tags/${pathSegment(tag)}`;
}

/**
 * Returns a name as a segment of a path that is the same in an address and in a file system:
 * different names have different segments, and none is hidden or leads to another folder.
 */
export function pathSegment(name: string): string {
  const encoded = [...new TextEncoder().encode(name)].map((byte, index) => {
    const char = String.fromCharCode(byte);
    const isPlain = index === 0 ? /[A-Za-z0-9_]/.test(char) : /[A-Za-z0-9_.-]/.test(char);
    return isPlain ? char : `~${byte.toString(16).padStart(2, "0")}`;
  });
  return encoded.length === 0 ? "~" : encoded.join("");
}
