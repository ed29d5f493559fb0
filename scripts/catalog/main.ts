// Writes the extensions in the form of AsyncAPI's catalogue:
//
//     npm run extensions-catalog

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { catalogFolder, catalogPages } from "./catalog-pages.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, catalogFolder);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of catalogPages(root)) writeFileSync(join(folder, name), text);
