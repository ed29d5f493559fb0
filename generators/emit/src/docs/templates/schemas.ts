import type { SchemasView } from "../schemas-view.ts";
import { between, blocks, table } from "./blocks.ts";

/** Formats the page of schemas. */
export function schemasPage({ title, schemas }: SchemasView): string {
  return blocks(`# ${title}: schemas`, ...schemas.map(schemaSection));
}

function schemaSection(schema: SchemasView["schemas"][number]): string {
  return blocks(
    `## ${schema.name}`,
    schema.description,
    between("Type: ", schema.type, "."),
    between("Bounds: ", schema.constraints, "."),
    table(
      "| field | type | required | |",
      schema.fields.map(({ name, type, required, notes }) => [name, type, required, notes]),
    ),
  );
}
