import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Is where PostgreSQL's programs are. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/** Finds the server's programs: in the PATH, or where Debian puts them, the newest first. */
export function findPostgres(): PostgresPrograms | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions
      .toSorted((one, other) => Number(other) - Number(one))
      .map((version) => join(debian, version, "bin")),
  ];
  for (const folder of folders) {
    const programs = { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
    if (existsSync(programs.initdb) && existsSync(programs.postgres)) return programs;
  }
  return undefined;
}

/** Is the user that a server runs as: it refuses to be root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Gives somebody who is not root; nobody in particular when we are not root ourselves. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("no user to run PostgreSQL as: there is neither postgres nor nobody");
}
