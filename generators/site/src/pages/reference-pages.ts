import type { Contract } from "@specwright/contract";
import type { SitePage } from "../paths/site-page.ts";
import { groupOperations } from "../reference/group-operations.ts";
import { referenceNavigation } from "../reference/navigation.ts";
import type { ReferenceOptions } from "../reference/reference.ts";
import { channelPage } from "./channel-page.ts";
import { createReference } from "./create-reference.ts";
import { groupPage, schemasPage } from "./group-page.ts";
import { operationPage } from "./operation-page.ts";
import { overviewPage } from "./overview-page.ts";
import { schemaPage } from "./schema-page.ts";
import { securityPage } from "./security-page.ts";

/**
 * Writes the reference pages of a contract. Yields one page at a time, because a large document has
 * thousands of pages.
 *
 * @example
 * for (const page of referencePages(contract)) write(page.path, framePage(page, frame));
 */
export function* referencePages(
  contract: Contract,
  options: ReferenceOptions = {},
): Generator<SitePage, void, undefined> {
  const reference = createReference(contract, options);
  yield overviewPage(reference);
  if (contract.securitySchemes.length > 0) yield securityPage(reference);
  for (const channel of contract.channels) yield channelPage(channel, reference);
  for (const group of groupOperations(contract, reference.paths)) {
    yield groupPage(group, reference);
    for (const operation of group.operations) yield operationPage(operation, reference);
  }
  const schemas = referenceNavigation(contract).find(
    ({ path }) => path === reference.paths.schemas,
  );
  if (schemas !== undefined) yield schemasPage(schemas, reference);
  for (const declaration of contract.declarations) {
    const page = schemaPage(declaration, reference);
    if (page !== undefined) yield page;
  }
}
