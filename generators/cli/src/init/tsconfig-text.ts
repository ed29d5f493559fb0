import type { Project } from "../project/project.ts";
import type { Side } from "./side.ts";

/**
 * Returns the text of a strict `tsconfig.json`. The compiler writes to `dist`. If all output folders are in
 * `src`, it compiles only `src`.
 */
export function tsconfigText(
  moduleType: Project["moduleType"],
  side: Side,
  outputs: readonly string[],
): string {
  const isInSource = outputs.every((output) => /^(?:\.\/)?src(?:\/|$)/.test(output));
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    // In a CommonJS package, `verbatimModuleSyntax` would reject every `import` statement.
    ...(moduleType === "module" && {
      verbatimModuleSyntax: true,
      // Generated files import `.ts` files, because Node needs the real file names. The compiler changes
      // these names in its output.
      rewriteRelativeImportExtensions: true,
    }),
    skipLibCheck: true,
    ...(side !== "client" && { types: ["node"] }),
    ...(isInSource && { rootDir: "src" }),
    outDir: "dist",
  };
  const config = { compilerOptions, ...(isInSource && { include: ["src"] }) };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
