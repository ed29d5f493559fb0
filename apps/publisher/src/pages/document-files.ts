import type { PageContent } from "../delivery/finished-page.ts";
import { unpackBytes } from "../files/pack-file.ts";
import type { HttpServices } from "../http-services.ts";
import type { PublishedVersion } from "../storage/version.ts";

/** Reads a file of a version for download. */
export async function readDocumentFile(
  { storage }: HttpServices,
  version: PublishedVersion,
  path: string,
): Promise<PageContent | undefined> {
  const files = await storage.committed.files.ofOwner(version.id);
  const file = files.find((each) => each.path === path);
  const packed = file && (await storage.committed.files.packed(file.sha256));
  if (packed === undefined) return undefined;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return {
    type: path.endsWith(".json") ? "application/json" : "application/yaml",
    content: await unpackBytes(packed),
    modifiedAt: version.publishedAt,
    headers: { "Content-Disposition": `attachment; filename="${name}"` },
  };
}
