// The names of emitters, apart from the emitters, which take time to load.

/** The names `--emit` takes, in the order they are written. */
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

/** Those that are not run without `--emit`. */
const optional: ReadonlySet<string> = new Set(["msw", "tanstack-query", "docs", "bundle"]);

/** Those that are run without `--emit`. */
export const codeEmitterNames: readonly string[] = emitterNames.filter(
  (name) => !optional.has(name),
);
