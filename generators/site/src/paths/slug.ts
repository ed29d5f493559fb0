// Converts names from a document to file names that are valid in any file system.

import { createHash } from "node:crypto";
import { compareCodePoints } from "@specwright/spec-loader";

const maxLength = 80;

/** Names that Windows reserves for devices, and `index`. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|index)$/;

/**
 * Converts a name to a slug: `listUsers` becomes `list-users`, and `get /users/{id}` becomes
 * `get-users-id`. Keeps letters and digits of all scripts.
 */
export function slugOf(name: string): string {
  const words = name
    .toWellFormed()
    .normalize("NFKC")
    .replaceAll(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, "$1-$2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  if (words === "" || reserved.test(words)) return withHash(words, name);
  return words.length > maxLength ? withHash(words.slice(0, maxLength), name) : words;
}

/**
 * Returns a unique slug for each name. If several names have the same slug, the first name in code point
 * order keeps the slug. All others get a suffix with a hash of the name.
 */
export function slugsOf(names: Iterable<string>): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of [...new Set(names)].sort(compareCodePoints)) {
    const plain = slugOf(name);
    let slug = taken.has(plain) ? withHash(plain, name) : plain;
    // The hash is the same for names that differ only in lone surrogates.
    for (let count = 2; taken.has(slug); count++) slug = `${withHash(plain, name)}-${count}`;
    taken.add(slug);
    slugs.set(name, slug);
  }
  return slugs;
}

function withHash(slug: string, name: string): string {
  const hash = createHash("sha256").update(name.toWellFormed()).digest("hex").slice(0, 8);
  return slug === "" ? `name-${hash}` : `${slug.replace(/-$/, "")}-${hash}`;
}
