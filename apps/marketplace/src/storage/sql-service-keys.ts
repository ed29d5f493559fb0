import { onlyRow, readText, type SqlClient } from "@specwright/service/database";

/** Stores keys that all processes of a service share. */
export interface ServiceKeyRepository {
  /** Returns the key with this name. If the key does not exist, stores the result of `make`. */
  named(name: string, make: () => string): Promise<string>;
  /** Replaces the key with this name. */
  replace(name: string, value: string): Promise<void>;
}

/** Stores the keys in a SQL table. */
export function sqlServiceKeys(client: SqlClient): ServiceKeyRepository {
  return {
    async named(name, make) {
      const insert =
        "INSERT INTO service_keys (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
      await client.query(insert, [name, make()]);
      const find = "SELECT value FROM service_keys WHERE name = $1";
      return readText(onlyRow(await client.query(find, [name])), "value");
    },
    async replace(name, value) {
      await client.query("UPDATE service_keys SET value = $2 WHERE name = $1", [name, value]);
    },
  };
}
