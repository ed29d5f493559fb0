// A site with an interface of several versions, for tests.

import { readFileSync } from "node:fs";
import { compareContracts } from "@specwright/diff";
import type { Release } from "@specwright/diff/changelog";
import type { SiteFile, SiteInterface, SiteVersion } from "@specwright/site";
import { readContract } from "./read-contract.ts";

const root = new URL("../../../", import.meta.url).pathname;

/** Reads an interface. Each document is a version, compared with the previous one. */
export async function interfaceOf(
  id: string,
  paths: readonly string[],
  parts: (index: number) => Partial<Release> = () => ({}),
): Promise<SiteInterface> {
  const versions: SiteVersion[] = [];
  let title = id;
  for (const [index, path] of paths.entries()) {
    const file = path.startsWith("/") ? path : root + path;
    const contract = await readContract(file, { validate: false });
    const before = versions.at(-1)?.contract;
    title = contract.info.title;
    const owner = { id, title, url: "https://example.com/" };
    versions.push({
      contract,
      files: [{ path: "openapi.yaml", text: readFileSync(file, "utf8") }],
      release: {
        interface: owner,
        version: contract.info.version,
        key: String(index + 1),
        ...(before !== undefined && { previous: String(index) }),
        changes: before === undefined ? [] : compareContracts(before, contract),
        ...parts(index),
      },
    });
  }
  return { owner: { id, title, url: "https://example.com/" }, versions };
}

/** The marketplace with its history and current version, and the two other interfaces. */
export async function ourSite(): Promise<readonly SiteInterface[]> {
  const history = ["1-before-the-records", "2-eleven-endpoints", "3-listing-parts-removed"];
  return [
    await interfaceOf(
      "marketplace",
      [
        ...history.map((name) => `apps/publisher/history/marketplace/${name}.yaml`),
        "specs/marketplace/openapi.yaml",
      ],
      (index) => (index === 1 ? { date: "2022-05-02", title: "Eleven endpoints" } : {}),
    ),
    await interfaceOf("streams", ["specs/streams/asyncapi.yaml"]),
    await interfaceOf("publisher", ["specs/publisher/openapi.yaml"]),
  ];
}

/** Returns the texts of a site by their paths. Fails if a path is written twice. */
export function byPath(files: Iterable<SiteFile>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const file of files) {
    if (texts.has(file.path)) throw new Error(`${file.path} is written twice`);
    if ("text" in file) texts.set(file.path, file.text);
  }
  return texts;
}
