import type { BasePath } from "@specwright/diff";

/** Parses a changed prefix of paths, such as `/v1=/v2`; `undefined` if the text has another form. */
export function parseBasePath(text: string): BasePath | undefined {
  const [, base = "", revision = ""] = /^((?:\/[^=]*)?)=((?:\/[^=]*)?)$/.exec(text) ?? [];
  if (base === revision) return undefined;
  return { base: base.replace(/\/$/, ""), revision: revision.replace(/\/$/, "") };
}

/** Formats a changed prefix: `/v1=/v2`. */
export function basePathText({ base, revision }: BasePath): string {
  return `${base}=${revision}`;
}
