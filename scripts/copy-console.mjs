// Copies the scripts of the console of pages into dist/ of a package, where its bundle, of which the
// reader of these scripts is a part, looks for them.
import { cpSync } from "node:fs";

cpSync("../../packages/api-console/dist/bundles", "dist/bundles", { recursive: true });
