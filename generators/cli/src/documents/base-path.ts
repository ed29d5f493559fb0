import type { BasePath } from "@specwright/diff";

/**
 * Parses a prefix of paths that has changed, such as `/v1=/v2`. Returns `undefined` for an invalid text.
 */
export function parseBasePath(text: string): BasePath | undefined {
  const [, base = "", revision = ""] = /^((?:\/[^=]*)?)=((?:\/[^=]*)?)$/.exec(text) ?? [];
  if (base === revision) return undefined;
  return { base: base.replace(/\/$/, ""), revision: revision.replace(/\/$/, "") };
}

/** Formats a prefix of paths that has changed: `/v1=/v2`. */
export function basePathText({ base, revision }: BasePath): string {
  return `${base}=${revision}`;
}
