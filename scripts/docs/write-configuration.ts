// `npm run docs-configuration`: writes docs/configuration.md.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { configurationPage } from "./configuration-page.ts";

const root = join(import.meta.dirname, "../..");
await writeFile(join(root, "docs/configuration.md"), await configurationPage(root));
