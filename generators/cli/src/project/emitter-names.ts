// The names of emitters. Separate from the emitters, which are slow to load.

/** The names that `--emit` accepts, in the order in which the files are written. */
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

/** The emitters that run only with `--emit`. */
const optional: ReadonlySet<string> = new Set(["msw", "tanstack-query", "docs", "bundle"]);

/** The emitters that run by default. */
export const codeEmitterNames: readonly string[] = emitterNames.filter(
  (name) => !optional.has(name),
);
