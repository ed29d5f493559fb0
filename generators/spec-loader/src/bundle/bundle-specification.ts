import { detectDocument } from "../detect-document.ts";
import type { JsonValue } from "../json/json-value.ts";
import type { Specification } from "../specification.ts";
import { bundleValue } from "./bundle-value.ts";
import { type BundleOptions, planBundle } from "./plan-bundle.ts";

/** A document with all its files in one. */
export interface Bundle {
  /** The value of the document. */
  readonly document: JsonValue;
  /**
   * Prints the document with the comments of its files and every digit of its numbers, if the
   * format allows that. A single file without changes is printed as it was read.
   */
  readonly print: (format: "json" | "yaml") => Promise<string>;
}

/**
 * Bundles a document with all files that it refers to. Parts of other files move to the place that
 * the document names, such as `#/components/schemas/Order`, or become components with their old
 * names. Nothing else changes: schemas, extensions and the order of keys stay.
 *
 * @example
 * const { specification } = await loadSpecification("openapi.yaml");
 * if (specification) await writeFile("bundle.yaml", await bundleSpecification(specification).print("yaml"));
 */
export function bundleSpecification(
  specification: Specification,
  options: BundleOptions = {},
): Bundle {
  const { entry } = specification;
  const type = detectDocument(entry.file, entry.root);
  if ("code" in type) throw new TypeError(type.message);
  const plan = planBundle(specification, type, options);
  let document: JsonValue | undefined;
  return {
    get document() {
      document ??= bundleValue(specification, plan);
      return document;
    },
    print: async (format) => {
      // The library for YAML is loaded when it is first needed.
      const { printBundle } = await import("./print-bundle.ts");
      return printBundle(specification, plan, format);
    },
  };
}
