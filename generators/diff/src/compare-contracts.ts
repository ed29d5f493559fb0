import type { Contract } from "@specwright/contract";
import { compareAsyncApi } from "./asyncapi/compare-asyncapi.ts";
import type { Change } from "./changes/change.ts";
import { CompareError } from "./compare-error.ts";
import { Comparison } from "./comparison.ts";
import type { ComparisonOptions } from "./comparison-options.ts";
import { compareDeclarations } from "./documents/compare-declarations.ts";
import { compareGeneratedNames } from "./documents/compare-generated-names.ts";
import { compareInfo } from "./documents/compare-info.ts";
import { channelExtensions } from "./extensions/compare-extensions.ts";
import { compareOpenApi } from "./openapi/compare-openapi.ts";

/**
 * Compares two contracts and returns the changes, the worst first. The contracts may use different versions
 * of OpenAPI or of AsyncAPI.
 *
 * @throws CompareError with `different_formats` if one is OpenAPI and the other AsyncAPI.
 *
 * @example
 * ```ts
 * const changes = compareContracts(base, revision);
 * changes.some((change) => change.class === "breaking");
 * ```
 */
export function compareContracts(
  base: Contract,
  revision: Contract,
  options: ComparisonOptions = {},
): readonly Change[] {
  if (base.format !== revision.format) throw differentFormats(base, revision);
  const comparison = new Comparison(base, revision, options);
  if (base.format === "asyncapi") {
    compareAsyncApi(comparison);
    compareDeclarations(comparison);
    compareInfo(comparison, { knownExtensions: channelExtensions });
  } else {
    compareOpenApi(comparison);
    compareDeclarations(comparison);
    compareInfo(comparison);
  }
  compareGeneratedNames(comparison);
  return comparison.changes();
}

function differentFormats(base: Contract, revision: Contract): CompareError {
  const names = { openapi: "OpenAPI", asyncapi: "AsyncAPI" };
  const message =
    `${base.file} is ${names[base.format]}, but ${revision.file} is ${names[revision.format]}; ` +
    "compare two versions of the same document";
  return new CompareError("different_formats", message);
}
