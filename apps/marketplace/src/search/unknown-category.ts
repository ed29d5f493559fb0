import type { FieldError } from "@specwright/marketplace-api/types";
import type { Categories } from "./categories.ts";

/** Returns the error for a category that the operator has not declared. */
export function unknownCategory(
  id: string | null | undefined,
  categories: Categories,
): FieldError | undefined {
  if (id === null || id === undefined || categories.within(id) !== undefined) return undefined;
  return {
    pointer: "/category",
    code: "unknown_category",
    message: "Unknown category. GET /categories lists all categories.",
  };
}
