import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compileProject } from "../compile-typescript.ts";

/**
 * Compiles generated code with the strictest flags, and without the newest library and the library
 * of browsers. The run time must be built, because its declarations are checked too.
 */
export async function compileOutput(folder: string): Promise<readonly string[]> {
  const config = {
    extends: join(import.meta.dirname, "../tsconfig.json"),
    compilerOptions: {
      lib: ["ES2023"],
      target: "ES2023",
      types: ["node"],
      customConditions: [],
      skipLibCheck: false,
    },
    include: ["**/*.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  return compileProject(folder);
}
