import type { OperationsView } from "../operations-view.ts";
import { between, blocks, table } from "./blocks.ts";
import { parametersTable } from "./parameters-table.ts";

/** Formats the page of operations. */
export function operationsPage({ title, operations }: OperationsView): string {
  return blocks(`# ${title}: operations`, ...operations.map(operationSection));
}

function operationSection(operation: OperationsView["operations"][number]): string {
  return blocks(
    `## ${operation.name}`,
    operation.request,
    operation.deprecated ? "**Deprecated.**" : "",
    operation.summary,
    operation.description,
    `Authentication: ${operation.security}.`,
    between("Pages: ", operation.pages, "."),
    parametersTable(operation.parameters),
    between("Body: ", operation.body, "."),
    between("Example:\n\n", operation.example, ""),
    table(
      "| status | body | |",
      operation.responses.map(({ status, body, notes }) => [status, body, notes]),
    ),
  );
}
