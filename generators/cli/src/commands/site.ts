// `specwright site`: writes a site with reference pages, changelogs and feeds, as static files.

import { resolve } from "node:path";
import { ChangelogError } from "@specwright/diff/changelog";
import { wholeSite } from "@specwright/site";
import { withLinkedPages } from "../site/brand-links.ts";
import { readBrand } from "../site/read-brand.ts";
import { readConsoles } from "../site/read-consoles.ts";
import { readGuide } from "../site/read-guide.ts";
import { readInterfaces } from "../site/read-interfaces.ts";
import { writeSiteFolder } from "../site/site-folder.ts";
import { formatCount } from "../terminal/format-count.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { changelogInvalid } from "./changelog-invalid.ts";

export interface SiteFlags {
  readonly output: string;
  readonly baseUrl?: string;
  readonly title?: string;
  readonly tags?: string;
  readonly skipTag?: readonly string[];
  readonly from?: string;
  readonly authority?: string;
  readonly brand?: string;
  readonly consoles?: string;
  readonly pages?: string;
  readonly pagesSource?: string;
  readonly config?: string;
  readonly perspective?: "provider" | "consumer";
}

/** Writes a site. Returns exit code 1 if a document has errors. */
export async function siteCommand(
  terminal: Terminal,
  paths: readonly string[],
  flags: SiteFlags,
): Promise<number> {
  const { output, baseUrl, authority } = flags;
  const url = baseUrl ?? "https://localhost/";
  const { pages, pagesSource } = flags;
  const guide =
    pages === undefined ? undefined : await readGuide(terminal.folder, pages, pagesSource);
  const isOptional = guide !== undefined;
  const interfaces = await readInterfaces(terminal, { ...flags, paths, url, isOptional });
  if (interfaces === undefined) return 1;
  const [first] = interfaces;
  const title = flags.title ?? (interfaces.length === 1 ? first?.owner.title : undefined);
  const ids = new Set(interfaces.map(({ owner }) => owner.id));
  const consoles =
    flags.consoles === undefined ? undefined : await readConsoles(terminal, flags.consoles, ids);
  const brand = flags.brand === undefined ? undefined : await readBrand(terminal, flags.brand);
  const files = wholeSite(interfaces, {
    title: title ?? (interfaces.length > 0 ? "Interfaces" : "Documentation"),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(authority !== undefined && { authority }),
    ...(brand !== undefined && { brand }),
    ...(consoles !== undefined && { consoles }),
    ...(guide !== undefined && { guide }),
  });
  const folder = resolve(terminal.folder, output);
  const count = await writing(() =>
    writeSiteFolder(folder, withLinkedPages(files, brand?.links ?? []), (written) => {
      if (written % 100 === 0) terminal.status(`writing ${output}: ${written} files ...`);
    }),
  );
  terminal.status("");
  if (baseUrl === undefined && interfaces.length > 0) {
    terminal.err("No feeds were written: they need the address of the site, --base-url URL.");
  }
  const versions = interfaces.reduce((sum, each) => sum + each.versions.length, 0);
  const about = [
    ...(guide === undefined ? [] : [formatCount(guide.files.length, "page")]),
    ...(guide !== undefined && interfaces.length === 0
      ? []
      : [`${formatCount(versions, "version")} of ${formatCount(interfaces.length, "interface")}`]),
  ];
  terminal.out(`${output}: ${formatCount(count, "file")} about ${about.join(" and ")}`);
  return 0;
}

async function writing(write: () => Promise<number>): Promise<number> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ChangelogError)) throw error;
    throw changelogInvalid(error, "site.md");
  }
}
