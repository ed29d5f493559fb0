// The TypeScript compiler that openapi-typescript calls. The bundle of the command imports an
// installed compiler, because TypeScript 7 has no JavaScript API.

import { loadOptionalPackage } from "@specwright/spec-loader";

/**
 * The package to install in a project with TypeScript 7. It contains a compiler but no `tsc`, so it
 * does not replace the project's `tsc`.
 */
export const compilerPackage = "ts-morph@28";

/** Returns the name of an installed package with a compiler that has a JavaScript API. */
export function findCompiler(
  load: (name: string) => unknown = loadOptionalPackage,
): "typescript" | "ts-morph" | undefined {
  const manifest = load("typescript/package.json");
  if (/^[56]\./.test(String(Object(manifest).version))) return "typescript";
  return load("ts-morph/package.json") === undefined ? undefined : "ts-morph";
}
