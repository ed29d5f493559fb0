import {
  createBindings,
  forUpdate,
  onlyRow,
  type Row,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
  type SqlClient,
} from "@specwright/service/database";
import type { InterfaceRepository, PublishedInterface } from "./interface-repository.ts";

/** Stores interfaces in a SQL table. */
export function sqlInterfaces(client: SqlClient): InterfaceRepository {
  async function findInterface(
    name: string,
    lock: string,
  ): Promise<PublishedInterface | undefined> {
    const query = `SELECT * FROM interfaces WHERE name = $1 ${lock}`;
    const [row] = await client.query(query, [name]);
    return row && readInterface(row);
  }

  return {
    byName: (name) => findInterface(name, ""),
    lock: (name) => findInterface(name, forUpdate(client)),
    async list({ limit, after = "", scope }) {
      const { values, bind } = createBindings();
      const conditions = [`name > ${bind(after)}`, "withdrawn_at IS NULL"];
      if (scope === "none") conditions.push("is_private = 0");
      else if (scope !== "all") conditions.push(`(is_private = 0 OR name = ${bind(scope.only)})`);
      const query = `SELECT * FROM interfaces WHERE ${conditions.join(" AND ")}
        ORDER BY name LIMIT ${bind(limit)}`;
      return (await client.query(query, values)).map(readInterface);
    },
    async revisions() {
      const query = `SELECT name, updated_at, COUNT(number) AS versions,
          COALESCE(MAX(published_at), 0) AS published_at, COALESCE(MAX(revised_at), 0) AS revised_at,
          COALESCE(MAX(versions.withdrawn_at), 0) AS withdrawn_at
        FROM interfaces LEFT JOIN versions ON interface = name AND state = 'published'
        GROUP BY name, updated_at ORDER BY name`;
      const columns = ["updated_at", "versions", "published_at", "revised_at", "withdrawn_at"];
      return (await client.query(query)).map((row) => ({
        name: readText(row, "name"),
        revision: columns.map((column) => readInteger(row, column)).join("-"),
      }));
    },
    async insert(added) {
      await client.query(
        `INSERT INTO interfaces
           (name, title, description, home_page_url, created_at, updated_at, is_private,
            private_branches, next_number)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1)`,
        [
          ...[added.name, added.title, added.description, added.homePageUrl],
          ...[added.createdAt, added.updatedAt, added.isPrivate ? 1 : 0],
          JSON.stringify(added.privateBranches),
        ],
      );
    },
    async update(changed) {
      await client.query(
        `UPDATE interfaces SET title = $2, description = $3, home_page_url = $4, updated_at = $5,
           is_private = $6, private_branches = $7, withdrawn_at = $8 WHERE name = $1`,
        [
          ...[changed.name, changed.title, changed.description, changed.homePageUrl],
          ...[changed.updatedAt, changed.isPrivate ? 1 : 0],
          ...[JSON.stringify(changed.privateBranches), changed.withdrawnAt],
        ],
      );
    },
    async takeNumber(name) {
      const query = `UPDATE interfaces SET next_number = next_number + 1 WHERE name = $1
        RETURNING next_number - 1 AS number`;
      return readInteger(onlyRow(await client.query(query, [name])), "number");
    },
  };
}

function readInterface(row: Row): PublishedInterface {
  return {
    name: readText(row, "name"),
    title: readText(row, "title"),
    description: readTextOrNull(row, "description"),
    homePageUrl: readTextOrNull(row, "home_page_url"),
    createdAt: readInteger(row, "created_at"),
    updatedAt: readInteger(row, "updated_at"),
    withdrawnAt: readIntegerOrNull(row, "withdrawn_at"),
    isPrivate: readInteger(row, "is_private") === 1,
    privateBranches: readBranches(readText(row, "private_branches")),
  };
}

/** Reads the private branches. Their shape is not checked, because this service wrote the text. */
function readBranches(json: string): readonly string[] {
  const branches: readonly string[] = JSON.parse(json);
  return branches;
}
