import type { Contract } from "@specwright/contract";
import { pagePaths } from "../paths/page-paths.ts";
import { operationPage } from "./operation-page.ts";
import { overviewPage } from "./overview-page.ts";
import type { Reference, ReferenceOptions } from "./reference.ts";
import type { SitePage } from "./site-page.ts";

/**
 * Writes the reference pages of a contract, one at a time: a large document has thousands.
 *
 * @example
 * for (const page of referencePages(contract)) write(page.path, framePage(page, frame));
 */
export function* referencePages(
  contract: Contract,
  options: ReferenceOptions = {},
): Generator<SitePage, void, undefined> {
  const reference: Reference = { contract, options, paths: pagePaths(contract) };
  yield overviewPage(reference);
  for (const operation of contract.operations) yield operationPage(operation, reference);
  for (const operation of contract.webhooks) yield operationPage(operation, reference);
}
