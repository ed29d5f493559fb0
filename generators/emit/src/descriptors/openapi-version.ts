// Rules that differ between versions of OpenAPI.

import type { Contract } from "@specwright/contract";

/**
 * Reports whether a document has a version whose serialisation rules were corrected later, in 3.0.4
 * and 3.1.1.
 */
export function isUncorrected({ format, formatVersion }: Contract): boolean {
  return format === "openapi" && /^3\.(?:0\.[0-3]|1\.0)$/.test(formatVersion);
}

/** Reports whether a document is of OpenAPI 3.0. */
export function isOpenApi30({ format, formatVersion }: Contract): boolean {
  return format === "openapi" && formatVersion.startsWith("3.0.");
}

/** Reports whether a document is of OpenAPI 3.2. */
export function isOpenApi32({ format, formatVersion }: Contract): boolean {
  return format === "openapi" && formatVersion.startsWith("3.2.");
}
