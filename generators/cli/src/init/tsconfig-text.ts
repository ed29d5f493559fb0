import type { Project } from "../project/project.ts";
import type { Side } from "./side.ts";

/**
 * Returns the text of a `tsconfig.json` for a project without one: strict, and compiled into `dist`. If
 * everything generated is in `src`, so is everything compiled.
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
    // In CommonJS, it would refuse every `import` that people write.
    ...(moduleType === "module" && {
      verbatimModuleSyntax: true,
      // Node runs TypeScript itself, and wants the names of files as they are.
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
