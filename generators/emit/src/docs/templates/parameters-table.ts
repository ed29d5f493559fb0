import type { FieldView } from "../fields-view.ts";
import { formatTable } from "./blocks.ts";

/** Formats the table of an operation's or a channel's parameters. */
export function parametersTable(
  parameters: readonly (FieldView & { readonly place: string })[],
): string {
  return formatTable(
    "| parameter | in | type | required | |",
    parameters.map(({ name, place, type, required, notes }) => [
      name,
      place,
      type,
      required,
      notes,
    ]),
  );
}
