import { fileURLToPath } from "node:url";

/** The folder with the migrations of this service. */
export const migrationsFolder: string = fileURLToPath(
  new URL("../../migrations/", import.meta.url),
);
