import type { JsonValue } from "../json/json-value.ts";
import type { SpecFile } from "../specification.ts";

/**
 * Prints a file with its repairs, the changes of overlays, its comments and every digit of its numbers.
 */
export async function printFile(file: SpecFile, format: "json" | "yaml"): Promise<string> {
  // Loads the YAML library only if it is needed.
  const { printSpecFile } = await import("./print-bundle.ts");
  return printSpecFile(file, format);
}

/** Prints a value as the text of a file. */
export async function printText(value: JsonValue, format: "json" | "yaml"): Promise<string> {
  const { printValue } = await import("./print-bundle.ts");
  return printValue(value, format);
}
