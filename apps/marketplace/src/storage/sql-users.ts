import {
  forUpdate,
  onlyRow,
  type Row,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
  type SqlClient,
  type SqlValue,
} from "@specwright/service/database";
import { readCustomValues, writeCustomValues } from "../custom-fields/custom-fields.ts";
import {
  foldName,
  type NewUser,
  readRole,
  type UserRecord,
  type UserRepository,
} from "./user-repository.ts";

const COLUMNS = [
  "username",
  "username_key",
  "email",
  "email_key",
  "email_verified",
  "password_hash",
  "role",
  "first_name",
  "last_name",
  "description",
  "custom_fields",
  "created_at",
  "updated_at",
] as const;

const INSERT = `INSERT INTO users (${COLUMNS.join(", ")}, version)
  VALUES (${COLUMNS.map((_, at) => `$${at + 1}`).join(", ")}, 1)
  ON CONFLICT DO NOTHING RETURNING *`;

const UPDATE = `UPDATE users
  SET ${COLUMNS.map((column, at) => `${column} = $${at + 1}`).join(", ")}, version = version + 1
  WHERE id = $${COLUMNS.length + 1} RETURNING *`;

/** Stores users in SQL tables. */
export function sqlUsers(client: SqlClient): UserRepository {
  async function selectUsers(condition: string, value: SqlValue): Promise<readonly UserRecord[]> {
    return (await client.query(`SELECT * FROM users WHERE ${condition}`, [value])).map(readUser);
  }

  async function findUser(condition: string, value: SqlValue): Promise<UserRecord | undefined> {
    const [user] = await selectUsers(condition, value);
    return user;
  }
  return {
    byId: (id) => findUser("id = $1", id),
    lock: (id) => findUser(`id = $1 ${forUpdate(client)}`, id),
    byUsername: (username) => findUser("username_key = $1", foldName(username)),
    async byEmail(email) {
      const condition = "email_key = $1 ORDER BY email_verified DESC, id LIMIT 2";
      const [first, second] = await selectUsers(condition, foldName(email));
      return first?.emailVerified === true || second === undefined ? first : undefined;
    },
    byVerifiedEmail: (email) => findUser("email_key = $1 AND email_verified = 1", foldName(email)),
    // Concurrent calls lock the rows in the same order, so that they cannot deadlock.
    lockHolders: (email) =>
      selectUsers(`email_key = $1 ORDER BY id ${forUpdate(client)}`, foldName(email)),
    async isRetired(username) {
      const query = "SELECT username_key FROM retired_names WHERE username_key = $1";
      return (await client.query(query, [foldName(username)])).length > 0;
    },
    async lockAdmins() {
      const query = `SELECT id FROM users WHERE role = 'admin' ORDER BY id ${forUpdate(client)}`;
      return (await client.query(query)).map((row) => readInteger(row, "id"));
    },
    async setRole(id, role) {
      await client.query("UPDATE users SET role = $2, version = version + 1 WHERE id = $1", [
        id,
        role,
      ]);
    },
    async setSuspended(id, at) {
      const query =
        "UPDATE users SET suspended_at = $2, version = version + 1 WHERE id = $1 RETURNING *";
      return readUser(onlyRow(await client.query(query, [id, at])));
    },
    async retireName(username, now) {
      await client.query(
        "INSERT INTO retired_names (username_key, retired_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        [foldName(username), now],
      );
    },
    async insert(user) {
      if (await this.isRetired(user.username)) return undefined;
      const [row] = await client.query(INSERT, userValues(user));
      return row && readUser(row);
    },
    async update(user) {
      return readUser(onlyRow(await client.query(UPDATE, [...userValues(user), user.id])));
    },
    async delete(id) {
      await client.query("DELETE FROM users WHERE id = $1", [id]);
    },
  };
}

function userValues(user: NewUser): readonly SqlValue[] {
  return [
    user.username,
    foldName(user.username),
    user.email,
    user.email === null ? null : foldName(user.email),
    user.emailVerified ? 1 : 0,
    user.passwordHash,
    user.role,
    user.firstName,
    user.lastName,
    user.description,
    writeCustomValues(user.customFields),
    user.createdAt,
    user.updatedAt,
  ];
}

function readUser(row: Row): UserRecord {
  return {
    id: readInteger(row, "id"),
    username: readText(row, "username"),
    email: readTextOrNull(row, "email"),
    emailVerified: readInteger(row, "email_verified") === 1,
    passwordHash: readText(row, "password_hash"),
    role: readRole(readText(row, "role")),
    firstName: readTextOrNull(row, "first_name"),
    lastName: readTextOrNull(row, "last_name"),
    description: readTextOrNull(row, "description"),
    customFields: readCustomValues(readText(row, "custom_fields")),
    suspendedAt: readIntegerOrNull(row, "suspended_at"),
    version: readInteger(row, "version"),
    createdAt: readInteger(row, "created_at"),
    updatedAt: readInteger(row, "updated_at"),
  };
}
