// Measures the memory of a process with many interfaces. Only one interface is published. The
// others are copies of its database rows with other names. The process treats them as normal
// interfaces.

import { cp } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { BenchRow } from "../../bench.ts";
import { rssMegabytesOf } from "../../pinned-process.ts";
import { compareWithPeer } from "../../rows.ts";
import { type Service, startService } from "./service.ts";
import { smallInterface, versionCount } from "./small-interface.ts";

const INTERFACES = 200;

/** Measures the memory after the start, and after every interface was requested. */
export async function measureMemory(options: {
  readonly root: string;
  /** The folder with the data of the small interface. */
  readonly folder: string;
  readonly log: (line: string) => void;
}): Promise<readonly BenchRow[]> {
  const { root, folder, log } = options;
  const many = `${folder}-many`;
  await cp(folder, many, { recursive: true });
  copyInterface(join(many, "publisher.db"));
  log(`reading ${INTERFACES} interfaces of ${versionCount} versions`);
  const service = await startService(root, many);
  try {
    const started = await rssMegabytesOf(service.process);
    await readEverything(service);
    const read = await rssMegabytesOf(service.process);
    const name = `${INTERFACES} interfaces of ${versionCount} versions`;
    const row = { bench: "publisher", peer: "", peerValue: null, target: null };
    return [
      compareWithPeer({ ...row, case: `${name}, started`, metric: "MB", value: started }),
      compareWithPeer({ ...row, case: `${name}, all read`, metric: "MB", value: read }),
    ];
  } finally {
    await service.stop();
  }
}

/** Requests the front page, and for each interface the changelog, the feed and every version. */
async function readEverything({ url }: Service): Promise<void> {
  for (let at = 0; at < INTERFACES; at += 1) {
    const name = interfaceName(at);
    const paths = [
      `/${name}/`,
      `/${name}/changes.html`,
      `/${name}/versions.html`,
      `/v1/interfaces/${name}/changelog.rss`,
      ...Array.from({ length: versionCount }, (_, version) => `/${name}/versions/${version + 1}/`),
    ];
    for (const path of paths) {
      const response = await fetch(url + path);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path} is answered with ${response.status}`);
    }
  }
}

function interfaceName(at: number): string {
  return at === 0 ? smallInterface : `${smallInterface}-${at}`;
}

function copyInterface(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec("BEGIN");
    for (let at = 1; at < INTERFACES; at += 1) copyRows(database, at);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

/**
 * Copies the rows of the interface. In version ids, which are UUIDs, only the first digits are
 * replaced.
 */
function copyRows(database: DatabaseSync, at: number): void {
  const prefix = at.toString(16).padStart(8, "0");
  const id = (column: string): string => `'${prefix}' || substr(${column}, 9)`;
  const set: Readonly<Record<string, string>> = {
    name: `'${interfaceName(at)}'`,
    interface: `'${interfaceName(at)}'`,
    id: id("id"),
    position: `position + ${at * 1_000_000}`,
    previous_id: id("previous_id"),
    owner_id: id("owner_id"),
    version_id: id("version_id"),
  };
  const copy = (table: string, changed: readonly string[], where: string): void => {
    const columns = database
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name));
    const values = columns.map((name) => (changed.includes(name) ? set[name] : name));
    database.exec(
      `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM ${table} WHERE ${where}`,
    );
  };
  const own = `SELECT id FROM versions WHERE interface = '${smallInterface}'`;
  copy("interfaces", ["name"], `name = '${smallInterface}'`);
  copy(
    "versions",
    ["id", "position", "interface", "previous_id"],
    `interface = '${smallInterface}'`,
  );
  copy("document_files", ["owner_id"], `owner_id IN (${own})`);
  copy("changes", ["owner_id"], `owner_id IN (${own})`);
  copy("pages", ["version_id"], `version_id IN (${own})`);
}
