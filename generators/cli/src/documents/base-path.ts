import type { BasePath } from "@specwright/diff";

/** Reads a prefix of paths that moved, such as `/v1=/v2`; `undefined` if the text has another form. */
export function parseBasePath(text: string): BasePath | undefined {
  const [, base = "", revision = ""] = /^((?:\/[^=]*)?)=((?:\/[^=]*)?)$/.exec(text) ?? [];
  if (base === revision) return undefined;
  return { base: base.replace(/\/$/, ""), revision: revision.replace(/\/$/, "") };
}

/** Returns a prefix that moved as it is written: `/v1=/v2`. */
export function basePathText({ base, revision }: BasePath): string {
  return `${base}=${revision}`;
}
