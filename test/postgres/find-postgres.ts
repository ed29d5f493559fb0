import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The paths of PostgreSQL's programs. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the programs of the server: in the PATH, or where Debian installs them, the newest version
 * first.
 */
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

/** The user that runs a server, which refuses to run as root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Returns a user other than root, or undefined if this process does not run as root. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("no user to run PostgreSQL as: there is neither postgres nor nobody");
}
