// The TypeScript compiler that openapi-typescript calls. The bundled command imports a compiler that the
// user has installed, because TypeScript 7 has no JavaScript API.

import { loadOptionalPackage } from "@specwright/spec-loader";

/**
 * The package to install in a project that uses TypeScript 7. It contains a compiler with a JavaScript API
 * but no `tsc`, so the project keeps its own `tsc`.
 */
export const compilerPackage = "ts-morph@28";

/** Returns the name of an installed package that contains a compiler with a JavaScript API. */
export function findCompiler(
  load: (name: string) => unknown = loadOptionalPackage,
): "typescript" | "ts-morph" | undefined {
  const manifest = load("typescript/package.json");
  if (/^[56]\./.test(String(Object(manifest).version))) return "typescript";
  return load("ts-morph/package.json") === undefined ? undefined : "ts-morph";
}
