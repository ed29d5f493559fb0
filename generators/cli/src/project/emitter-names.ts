// The names of the emitters. This module is separate from the emitters, because they are slow to load.

/** The names that `--emit` accepts. Files are written in this order. */
export const emitterNames: readonly string[] = [
  "types",
  "zod",
  "codec",
  "descriptors",
  "server",
  "client",
  "msw",
  "tanstack-query",
  "docs",
  "bundle",
];

/** The emitters that do not run by default. */
const optional: ReadonlySet<string> = new Set(["msw", "tanstack-query", "docs", "bundle"]);

/** The emitters that run by default. */
export const codeEmitterNames: readonly string[] = emitterNames.filter(
  (name) => !optional.has(name),
);
