import { randomBytes } from "node:crypto";
import { systemClock } from "@specwright/runtime";
import { prepareEnvironment } from "../environment/read-environment.ts";
import { adoptFiles } from "../files/belonging.ts";
import { openBeside } from "./open-beside.ts";

/**
 * Makes the file store of the environment belong to its database, and returns a sentence that says
 * so with the number of files. Removes nothing.
 *
 * @throws MarketplaceError, DatabaseError, and the error of a store that is unavailable
 */
export async function adoptFilesOf(
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { database, files } = prepareEnvironment(env).options;
  const storage = await openBeside({ database, clock: systemClock });
  try {
    const adopted = await adoptFiles({ files, storage, random: (size) => randomBytes(size) });
    const { location, known } = adopted;
    return `The file store ${location} belongs to this database now. The database knows ${known} of its ${adopted.files} files; the others are never removed.`;
  } finally {
    await storage.close();
  }
}
