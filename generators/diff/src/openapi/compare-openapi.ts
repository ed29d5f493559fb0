import type { Comparison } from "../comparison.ts";
import { compareDocumentSecurity } from "./compare-document-security.ts";
import { compareDocumentServers } from "./compare-document-servers.ts";
import { compareOperations } from "./compare-operations.ts";
import { DraftGroups } from "./draft-groups.ts";
import { matchOperations } from "./match-operations.ts";

/** Compares two OpenAPI contracts, except for what both kinds of documents have. */
export function compareOpenApi(comparison: Comparison): void {
  const { base, revision } = comparison;
  const operations = matchOperations(base.operations, revision.operations);
  const webhooks = matchOperations(base.webhooks, revision.webhooks);
  const groups = new DraftGroups();
  compareDocumentServers(comparison, groups, operations);
  compareDocumentSecurity(comparison, operations);
  compareOperations(comparison, groups, "operation", operations);
  compareOperations(comparison, groups, "webhook", webhooks);
  groups.recordAll(comparison);
}
