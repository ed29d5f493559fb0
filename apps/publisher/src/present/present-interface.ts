import type { Interface } from "@specwright/publisher-api/types";
import { type Addresses, interfaceUrl } from "../http/addresses.ts";
import type { PublishedInterface } from "../storage/interface-repository.ts";

/** Presents an interface as the API has it. */
export function presentInterface(found: PublishedInterface, addresses: Addresses): Interface {
  return {
    name: found.name,
    title: found.title,
    description: found.description,
    home_page_url: found.homePageUrl,
    public_url: interfaceUrl(addresses, found.name),
    created_at: new Date(found.createdAt).toISOString(),
    updated_at: new Date(found.updatedAt).toISOString(),
  };
}
