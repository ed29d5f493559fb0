// In the bundled command, imports of `typescript` load this module; see `compiler.ts`.

import { loadOptionalPackage } from "@specwright/spec-loader";
import { findCompiler } from "./compiler.ts";

const name = findCompiler() ?? "typescript";
const found = loadOptionalPackage(name);
const compiler: unknown = name === "ts-morph" ? Object(found).ts : found;

// biome-ignore lint/style/noDefaultExport: openapi-typescript imports the default export.
export default compiler;
