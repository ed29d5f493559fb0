import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the names, versions and license texts of the third-party packages in a bundle, or `undefined` if
 * it has none. `metafile` is esbuild's report on the bundle.
 */
export function thirdPartyNotice({ outputs }) {
  const folders = new Set();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  if (folders.size === 0) return undefined;
  const sections = [...folders].map(section).sort();
  return [
    "# Third-party software",
    "The files of this folder contain code of the packages below.",
    ...sections,
  ].join("\n\n");
}

function section(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined && license === undefined) {
    throw new Error(`${name} has no license, so it must not become a part of a bundle.`);
  }
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
  return `## ${name} ${version} (${license})\n\n${text.replace(/^/gm, "    ").replace(/[ \t]+$/gm, "")}\n`;
}
