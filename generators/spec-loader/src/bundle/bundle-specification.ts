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
   * Prints the document with the comments of its files and every digit of its numbers. JSON cannot contain
   * comments. If the document is a single file and the bundle does not change it, prints the text of the
   * file.
   */
  readonly print: (format: "json" | "yaml") => Promise<string>;
}

/**
 * Puts a document and all files that it refers to into one document. If a named object of the document is
 * only a reference to a part of another file, such as `#/components/schemas/Order`, the part replaces the
 * reference. Otherwise the part becomes a component with its old name. Nothing else changes: schemas,
 * extensions and the order of keys stay.
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
      // Loads the YAML library only if it is needed.
      const { printBundle } = await import("./print-bundle.ts");
      return printBundle(specification, plan, format);
    },
  };
}
