// The TypeScript compiler that openapi-typescript calls. The bundle of the command imports this module
// in place of `typescript`, because TypeScript 7 has no JavaScript API.

import { loadOptionalPackage } from "@specwright/spec-loader";

const FALLBACK = "typescript-5";

/** The package to install where the project has TypeScript 7: an alias, which leaves `tsc` as it is. */
export const compilerPackage: string = `${FALLBACK}@npm:typescript@5.9.3`;

/** Returns the name of an installed compiler that has a JavaScript API, TypeScript 5 or 6. */
export function findCompiler(
  load: (name: string) => unknown = loadOptionalPackage,
): string | undefined {
  return ["typescript", FALLBACK].find((name) => {
    const manifest = load(`${name}/package.json`);
    return /^[56]\./.test(String(Object(manifest).version));
  });
}
