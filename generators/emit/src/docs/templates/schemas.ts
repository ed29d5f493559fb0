import type { SchemasView } from "../schemas-view.ts";
import { formatTable, joinBlocks, textBetween } from "./blocks.ts";

/** Formats the page that lists the schemas. */
export function schemasPage({ title, schemas }: SchemasView): string {
  return joinBlocks(`# ${title}: schemas`, ...schemas.map(schemaSection));
}

function schemaSection(schema: SchemasView["schemas"][number]): string {
  return joinBlocks(
    `## ${schema.name}`,
    schema.description,
    textBetween("Type: ", schema.type, "."),
    textBetween("Bounds: ", schema.constraints, "."),
    formatTable(
      "| field | type | required | |",
      schema.fields.map(({ name, type, required, notes }) => [name, type, required, notes]),
    ),
  );
}
