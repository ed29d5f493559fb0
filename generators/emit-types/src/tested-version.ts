import { readFileSync } from "node:fs";

/**
 * Returns the version of a development dependency with which this package was tested, from its
 * manifest or, in a bundle, from that of the package that contains it.
 *
 * @throws Error if the manifest does not list the dependency.
 */
export function testedVersion(name: string): string {
  const manifest = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  ) as { readonly devDependencies?: Readonly<Record<string, string>> };
  const version = manifest.devDependencies?.[name];
  if (version === undefined) throw new Error(`No manifest says which version of ${name} fits.`);
  return version;
}
