import { fileURLToPath } from "node:url";

/** The folder of the migrations for the tests. */
export const migrations: string = fileURLToPath(new URL("migrations/", import.meta.url));
