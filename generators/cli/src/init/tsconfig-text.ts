import type { Project } from "../project/project.ts";
import type { Side } from "./side.ts";

/**
 * Returns the text of a strict `tsconfig.json`, which compiles into `dist`. If all generated code
 * is in `src`, only `src` is compiled.
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
      // Node runs TypeScript itself, and needs the real file names in imports.
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
