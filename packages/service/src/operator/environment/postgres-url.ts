import { textThat, type Variable } from "./variable-reader.ts";

/** Reads the URL of a PostgreSQL database. The URL may contain a password. */
export function postgresUrl(name: string): Variable<string> {
  const want = "a postgres:// URL with a host and a database";
  return { ...textThat(name, want, isPostgresUrl), isSecret: true };
}

function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return false;
  return url.hostname !== "" && url.pathname.length > 1;
}
