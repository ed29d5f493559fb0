// Prepares the data for `reference/schemas.md`.

import { type Declaration, formatProse, markdown } from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { constraintTexts } from "./constraints.ts";
import { type FieldView, fieldViews } from "./fields-view.ts";
import { type Links, typeText } from "./type-text.ts";

/** The data for the page that lists all named schemas. */
export interface SchemasView {
  readonly title: string;
  readonly schemas: readonly {
    readonly name: string;
    readonly description: string;
    /** A description of the type; empty for an object with a table of fields. */
    readonly type: string;
    readonly constraints: string;
    readonly fields: readonly FieldView[];
  }[];
}

/** Returns the data for the schemas page. */
export function schemasView({ contract, names }: EmitContext): SchemasView {
  const links: Links = { contract, names, schemasPage: "" };
  const byName = [...contract.declarations].sort((a, b) =>
    names.type(a) < names.type(b) ? -1 : 1,
  );
  return {
    title: markdown(contract.info.title),
    schemas: byName.map((declaration) => schemaView(declaration, links)),
  };
}

function schemaView(declaration: Declaration, links: Links): SchemasView["schemas"][number] {
  const { schema } = declaration;
  const fields = fieldViews(schema, links);
  return {
    name: links.names.type(declaration),
    description: formatProse(schema.kind === "schema" ? schema.description : undefined),
    type: fields.length > 0 ? "" : typeText(schema, links, { named: false }),
    constraints: constraintTexts(schema).join(", "),
    fields,
  };
}
