import type { Category } from "@specwright/marketplace-api/types";
import { MarketplaceError } from "../marketplace-error.ts";

/** A category that the operator declares in the settings. */
export interface CategoryDeclaration {
  /** Lowercase letters, digits and hyphens. */
  readonly id: string;
  /** The name that users see. */
  readonly name: string;
  /** The direct subcategories. Default none. */
  readonly categories?: readonly CategoryDeclaration[];
}

/** The categories of listings. */
export interface Categories {
  readonly tree: readonly Category[];
  /**
   * Returns the ids of a category and of all its subcategories at any depth; undefined for an
   * unknown id.
   */
  within(id: string): readonly string[] | undefined;
}

/**
 * Reads the tree of categories.
 *
 * @throws MarketplaceError `invalid_option` for a malformed or duplicate id.
 */
export function readCategories(declared: readonly CategoryDeclaration[]): Categories {
  const within = new Map<string, readonly string[]>();

  function readCategory({ id, name, categories = [] }: CategoryDeclaration): Category {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 64) {
      const form = "use at most 64 lowercase letters and digits, joined by hyphens";
      throw new MarketplaceError("invalid_option", `"${id}" is not a valid category id: ${form}`);
    }
    if (within.has(id)) {
      throw new MarketplaceError("invalid_option", `the category ${id} is declared twice`);
    }
    within.set(id, []);
    const below = categories.map(readCategory);
    const ids = below.flatMap((each) => within.get(each.id) ?? []);
    within.set(id, [id, ...ids]);
    return { id, name, categories: below };
  }

  return { tree: declared.map(readCategory), within: (id) => within.get(id) };
}
