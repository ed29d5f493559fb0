// Rules that depend on the version of OpenAPI.

import type { Contract } from "@specwright/contract";

/**
 * Reports whether the document has a version before 3.0.4 or 3.1.1. These two versions corrected the rules
 * for serialization.
 */
export function isUncorrected({ format, formatVersion }: Contract): boolean {
  return format === "openapi" && /^3\.(?:0\.[0-3]|1\.0)$/.test(formatVersion);
}

/** Reports whether the version of the document is OpenAPI 3.0. */
export function isOpenApi30({ format, formatVersion }: Contract): boolean {
  return format === "openapi" && formatVersion.startsWith("3.0.");
}

/** Reports whether the version of the document is OpenAPI 3.2. */
export function isOpenApi32({ format, formatVersion }: Contract): boolean {
  return format === "openapi" && formatVersion.startsWith("3.2.");
}
