import { fileURLToPath } from "node:url";

// In the bundle this module is in dist/, one folder higher than in src/.
const isSource = import.meta.url.endsWith(".ts");

/** The folder with the migrations of this service. */
export const migrationsFolder: string = fileURLToPath(
  new URL(isSource ? "../../migrations/" : "../migrations/", import.meta.url),
);
