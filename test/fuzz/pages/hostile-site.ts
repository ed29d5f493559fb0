// A site of one hostile document in two versions, from a seed.

import { buildContract, type Contract } from "@specwright/contract";
import { compareContracts } from "@specwright/diff";
import { seededRandom } from "@specwright/runtime/testing";
import { type SiteInterface, type SiteVersion, wholeSite } from "@specwright/site";
import { loadSpecification } from "@specwright/spec-loader";
import { byPath } from "../../../generators/site/test/site-of-versions.ts";
import { hostileAsyncapi } from "../../golden/hostile-asyncapi.ts";
import { hostileOpenapi } from "../../golden/hostile-openapi.ts";
import { hostileProse, hostileText } from "../../golden/hostile-texts.ts";
import { editDocument } from "./edit-document.ts";

/** A site, and its source document. */
export interface HostileSite {
  /** By path. */
  readonly files: ReadonlyMap<string, string>;
  /** The newest version of the document. */
  readonly document: unknown;
}

/** The base URL of the sites; every other URL is foreign. */
export const siteUrl = "https://site.test/";

/** Writes a site; returns `undefined` if the document leads to no contract. */
export async function hostileSite(seed: number): Promise<HostileSite | undefined> {
  const random = seededRandom(seed);
  const isStream = seed % 3 === 2;
  const document = isStream ? hostileAsyncapi(random) : hostileOpenapi(random);
  const revision = editDocument(document, random);
  const contracts = [await contractOf(document), await contractOf(revision)];
  const title = hostileText(random) || "x";
  const owner = { id: "hostile", title, url: `${siteUrl}hostile/` };
  const versions: SiteVersion[] = [];
  for (const contract of contracts) {
    if (contract === undefined) return undefined;
    const before = versions.at(-1)?.contract;
    versions.push({
      contract,
      files: [{ path: "api/document.json", text: JSON.stringify(document) }],
      release: {
        interface: owner,
        version: contract.info.version,
        key: String(versions.length + 1),
        ...(before !== undefined && { previous: String(versions.length) }),
        date: "2026-02-03",
        title: hostileText(random),
        notes: hostileProse(random),
        changes: before === undefined ? [] : compareContracts(before, contract),
      },
    });
  }
  const site: SiteInterface = { owner, versions };
  const files = byPath(wholeSite([site], { title: hostileText(random), baseUrl: siteUrl }));
  return { files, document: revision };
}

async function contractOf(document: unknown): Promise<Contract | undefined> {
  const { specification } = await loadSpecification(
    { file: "/hostile/document.json", text: JSON.stringify(document) },
    { validate: false, root: "/hostile" },
  );
  return specification && buildContract(specification).contract;
}
