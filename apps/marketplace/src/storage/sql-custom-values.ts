import { readInteger, readText, type SqlClient } from "@specwright/service/database";
import { type CustomValues, readCustomValues } from "../custom-fields/custom-fields.ts";

/** The resources that have custom fields. */
export type CustomKind = "users" | "listings";

/** The custom fields of one user or one listing. */
export interface StoredCustomValues {
  readonly id: number;
  readonly values: CustomValues;
}

/** Reads stored custom fields. */
export interface CustomValueReader {
  /**
   * Returns at most `limit` resources that have custom fields, ordered by id, starting after `id`.
   */
  after(kind: CustomKind, id: number, limit: number): Promise<readonly StoredCustomValues[]>;
}

/** Reads the custom fields in SQL tables. */
export function sqlCustomValues(client: SqlClient): CustomValueReader {
  return {
    async after(kind, id, limit) {
      const rows = await client.query(
        `SELECT id, custom_fields FROM ${kind} WHERE id > $1 AND custom_fields <> '{}'
         ORDER BY id LIMIT $2`,
        [id, limit],
      );
      return rows.map((row) => ({
        id: readInteger(row, "id"),
        values: readCustomValues(readText(row, "custom_fields")),
      }));
    },
  };
}
