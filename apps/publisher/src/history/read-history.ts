import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PublisherError } from "../publisher-error.ts";
import type { History, HistoryInterface, HistoryVersion } from "./history.ts";

// The bundle contains this module in dist/. The module in src/history/ is one folder deeper.
const isSource = import.meta.url.endsWith(".ts");

/** The history that comes with the service: the earlier versions of this repository's interfaces. */
export const ownHistory: string = fileURLToPath(
  new URL(isSource ? "../../history/history.json" : "../history/history.json", import.meta.url),
);

/**
 * Reads a history from a JSON file. The documents and their files are in the same folder.
 *
 * @throws PublisherError `invalid_history`
 */
export function readHistory(file: string): History {
  const { interfaces, versions } = asObject(parseFile(file), "the history");
  return {
    interfaces: asArray(interfaces, "interfaces").map((each, index) =>
      readInterface(asObject(each, `interfaces/${index}`), `interfaces/${index}`),
    ),
    versions: asArray(versions, "versions").map((each, index) =>
      readVersion(asObject(each, `versions/${index}`), {
        folder: dirname(file),
        place: `versions/${index}`,
      }),
    ),
  };
}

type Members = Readonly<Record<string, unknown>>;

function readInterface(members: Members, place: string): HistoryInterface {
  return {
    name: asText(members["name"], `${place}/name`),
    title: asText(members["title"], `${place}/title`),
    ...optionalMember("description", members["description"], place),
    ...optionalMember("homePageUrl", members["home_page_url"], place),
  };
}

function readVersion(
  members: Members,
  { folder, place }: { readonly folder: string; readonly place: string },
): HistoryVersion {
  const path = asText(members["document"], `${place}/document`);
  const others = asArray(members["files"] ?? [], `${place}/files`).map((each, index) =>
    asText(each, `${place}/files/${index}`),
  );
  // The root folder of a document may differ from the folder of the history.
  const root = join(folder, members["root"] === undefined ? "." : asText(members["root"], place));
  const read = (name: string) => ({ path: name, text: readText(join(root, name)) });
  const releasedAt = members["released_at"];
  return {
    interface: asText(members["interface"], `${place}/interface`),
    files: { document: read(path), others: others.map(read) },
    releasedAt: releasedAt === null ? null : asText(releasedAt, `${place}/released_at`),
    ...optionalMember("title", members["title"], place),
    ...optionalMember("notes", members["notes"], place),
  };
}

function parseFile(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PublisherError("invalid_history", `${file} is not JSON: ${String(cause)}`, { cause });
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new PublisherError("invalid_history", `cannot read ${file}: ${String(cause)}`, { cause });
  }
}

function optionalMember<Name extends string>(
  name: Name,
  value: unknown,
  place: string,
): { readonly [Key in Name]?: string } | Record<string, never> {
  if (value === undefined) return {};
  return { [name]: asText(value, `${place}/${name}`) } as { readonly [Key in Name]?: string };
}

function asObject(value: unknown, place: string): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw invalidHistory(place, "an object");
}

function asArray(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalidHistory(place, "a list");
}

function asText(value: unknown, place: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw invalidHistory(place, "a text");
}

function invalidHistory(place: string, what: string): PublisherError {
  return new PublisherError("invalid_history", `${place} is not ${what}`);
}
