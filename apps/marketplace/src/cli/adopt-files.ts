import { randomBytes } from "node:crypto";
import { systemClock } from "@specwright/runtime";
import { prepareEnvironment } from "../environment/read-environment.ts";
import { adoptFiles } from "../files/belonging.ts";
import { openBeside } from "./open-beside.ts";

/**
 * Assigns the file store in the environment to the database in the environment. Removes no files.
 * Returns a confirmation with the number of files.
 *
 * @throws MarketplaceError, DatabaseError, or the error of an unavailable store
 */
export async function adoptFilesOf(
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { database, files } = prepareEnvironment(env).options;
  const storage = await openBeside({ database, clock: systemClock });
  try {
    const adopted = await adoptFiles({ files, storage, random: (size) => randomBytes(size) });
    const { location, known } = adopted;
    return `The file store ${location} now belongs to this database. The database uses ${known} of its ${adopted.files} files; the other files are never removed.`;
  } finally {
    await storage.close();
  }
}
