import { fileURLToPath } from "node:url";

// The bundle contains this module in dist/. The module in src/storage/ is one folder deeper.
const isSource = import.meta.url.endsWith(".ts");

/** The folder with the migrations of this service. */
export const migrationsFolder: string = fileURLToPath(
  new URL(isSource ? "../../migrations/" : "../migrations/", import.meta.url),
);
