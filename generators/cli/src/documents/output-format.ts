import { CliError } from "../terminal/cli-error.ts";

/**
 * Returns the format of an output file by its extension.
 *
 * @throws {CliError} `usage` for an unknown extension.
 */
export function outputFormat(output: string): "json" | "yaml" {
  const ending = /\.(json|ya?ml)$/i.exec(output)?.[1]?.toLowerCase();
  if (ending !== undefined) return ending === "json" ? "json" : "yaml";
  throw new CliError(
    "usage",
    `The format of --output ${JSON.stringify(output)} is unknown.`,
    "Use a file name that ends with .yaml, .yml or .json.",
  );
}
