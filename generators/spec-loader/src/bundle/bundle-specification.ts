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
   * Prints the document: with the comments of the files and every digit of their numbers, as far as
   * the format has them. A document of one file that does not change is printed as it was read.
   */
  readonly print: (format: "json" | "yaml") => Promise<string>;
}

/**
 * Bundles a document with all files that it refers to. Parts of other files take the place by which
 * the document names them, such as `#/components/schemas/Order`, or become components under the
 * names that they have there. All else stays as it is: schemas, extensions, the order of keys.
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
