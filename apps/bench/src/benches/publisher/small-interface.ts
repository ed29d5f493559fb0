// A small interface with 20 versions. It is our marketplace API. Each version has one operation
// more than the version before.

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PublishVersionBody } from "@specwright/publisher-api/types";
import { clientOf, publishAndWait, serviceCommand, startService } from "./service.ts";

/** The number of versions. */
export const versionCount = 20;
/** The name of the interface. */
export const smallInterface = "marketplace";

const files = ["responses/problems.yaml", "schemas/problem.yaml"] as const;

/** Publishes the versions into the database in a folder. */
export async function publishSmallInterface(
  root: string,
  folder: string,
  log: (line: string) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const service = await startService(root, folder);
  try {
    await serviceCommand(root, folder, ["interface", "create", smallInterface]);
    const issue = ["token", "issue", "bench", "--rights", "publish"];
    const client = clientOf(service, await serviceCommand(root, folder, issue));
    const path = "marketplace/openapi.yaml";
    const document = await readFile(join(root, "specs", path), "utf8");
    const texts = await Promise.all(
      files.map(async (file) => ({
        path: file,
        text: await readFile(join(root, "specs", file), "utf8"),
      })),
    );
    for (let version = 1; version <= versionCount; version += 1) {
      log(`publishing version ${version} of ${versionCount}`);
      const body: PublishVersionBody = {
        interface: smallInterface,
        path,
        document: withOperations(document, version),
        files: texts,
      };
      await publishAndWait(client, body);
    }
  } finally {
    await service.stop();
  }
}

function withOperations(document: string, count: number): string {
  const added = Array.from(
    { length: count },
    (_, at) => `  /bench/${at + 1}:
    get:
      operationId: bench${at + 1}
      summary: Bench ${at + 1}
      security: []
      responses: { "204": { description: Done. } }
`,
  );
  const changed = document.replace(/^paths:\n/m, () => `paths:\n${added.join("")}`);
  if (changed === document) throw new Error("the document has no paths");
  return changed;
}
