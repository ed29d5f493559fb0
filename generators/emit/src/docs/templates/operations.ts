import type { OperationsView } from "../operations-view.ts";
import { formatTable, joinBlocks, textBetween } from "./blocks.ts";
import { parametersTable } from "./parameters-table.ts";

/** Formats the page that lists the operations. */
export function operationsPage({ title, operations }: OperationsView): string {
  return joinBlocks(`# ${title}: operations`, ...operations.map(operationSection));
}

function operationSection(operation: OperationsView["operations"][number]): string {
  return joinBlocks(
    `## ${operation.name}`,
    operation.request,
    operation.deprecated ? "**Deprecated.**" : "",
    operation.summary,
    operation.description,
    `Authentication: ${operation.security}.`,
    textBetween("Pages: ", operation.pages, "."),
    parametersTable(operation.parameters),
    textBetween("Body: ", operation.body, "."),
    textBetween("Example:\n\n", operation.example, ""),
    formatTable(
      "| status | body | |",
      operation.responses.map(({ status, body, notes }) => [status, body, notes]),
    ),
  );
}
