import type { Interface } from "@specwright/publisher-api/types";
import { type Addresses, interfaceUrl } from "../http/addresses.ts";
import type { PublishedInterface } from "../storage/interface-repository.ts";
import { isInScope, type PrivateScope } from "../storage/private-scope.ts";

/** Converts an interface to its form in the API. */
export function presentInterface(
  found: PublishedInterface,
  { addresses, scope }: { readonly addresses: Addresses; readonly scope: PrivateScope },
): Interface {
  return {
    name: found.name,
    title: found.title,
    description: found.description,
    home_page_url: found.homePageUrl,
    public_url: interfaceUrl(addresses, found.name),
    visibility: found.isPrivate ? "private" : "public",
    ...(isInScope(scope, found.name) && { private_branches: [...found.privateBranches] }),
    created_at: new Date(found.createdAt).toISOString(),
    updated_at: new Date(found.updatedAt).toISOString(),
  };
}
