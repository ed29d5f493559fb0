import {
  type Row,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
  type SqlClient,
} from "@specwright/service/database";
import { type StoredToken, type TokenRepository, tokenRights } from "./token-repository.ts";

/** Stores tokens in a SQL table. */
export function sqlTokens(client: SqlClient): TokenRepository {
  return {
    async byPrefix(prefix) {
      const [row] = await client.query("SELECT * FROM tokens WHERE prefix = $1", [prefix]);
      return row && readToken(row);
    },
    async list() {
      const rows = await client.query("SELECT * FROM tokens ORDER BY created_at, prefix");
      return rows.map(readToken);
    },
    async insert({ prefix, hash, label, rights, interface: name, createdAt, revokedAt }) {
      await client.query(
        `INSERT INTO tokens (prefix, hash, label, rights, interface, created_at, revoked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [prefix, hash, label, rights, name, createdAt, revokedAt],
      );
    },
    async revoke(prefix, now) {
      const query = `UPDATE tokens SET revoked_at = $2
        WHERE prefix = $1 AND revoked_at IS NULL RETURNING prefix`;
      return (await client.query(query, [prefix, now])).length > 0;
    },
  };
}

function readToken(row: Row): StoredToken {
  const rights = tokenRights.find((known) => known === row["rights"]);
  if (rights === undefined) throw new TypeError("unknown rights in column `rights`");
  return {
    prefix: readText(row, "prefix"),
    hash: readText(row, "hash"),
    label: readText(row, "label"),
    rights,
    interface: readTextOrNull(row, "interface"),
    createdAt: readInteger(row, "created_at"),
    revokedAt: readIntegerOrNull(row, "revoked_at"),
  };
}
