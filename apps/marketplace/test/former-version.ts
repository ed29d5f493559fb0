import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readMigrations } from "@specwright/service/database";
import { migrationsFolder } from "../src/storage/migrations-folder.ts";

/** Copies the migrations of an earlier version, up to a number, to a separate folder. */
export async function migrationsUpTo(last: number, folder: string): Promise<string> {
  const copy = join(folder, `migrations-${last}`);
  await mkdir(copy);
  for (const { number, name } of readMigrations(migrationsFolder).slice(0, last)) {
    const file = `${String(number).padStart(3, "0")}_${name}.sql`;
    await copyFile(join(migrationsFolder, file), join(copy, file));
  }
  return copy;
}
