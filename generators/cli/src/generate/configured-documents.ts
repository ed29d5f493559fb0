import type { DocumentFile } from "../documents/document-file.ts";
import { shownPath } from "../documents/find-side.ts";
import { findConfigs } from "../project/workspace-configs.ts";
import { type MissingDocument, readTargets } from "./targets.ts";

const noDocument: MissingDocument = {
  what: "No document was named",
  fix: "Name documents, such as `specwright diff git:main:openapi.yaml`, or run `specwright init`.",
};

/**
 * Returns the overlays that the configuration applies to a document. Returns undefined if the configuration
 * does not list the document, or lists it without overlays.
 */
export async function configuredOverlays(
  folder: string,
  file: string,
): Promise<readonly string[] | undefined> {
  if (findConfigs(folder, undefined).length === 0) return undefined;
  const targets = await readTargets(folder, {});
  return targets.find(({ input }) => input === file)?.overlays;
}

/**
 * Returns the documents in the configuration of `folder`. If it has no configuration, returns the documents
 * of all workspaces. Returns each document once.
 */
export async function configuredDocuments(
  folder: string,
  flags: { readonly config?: string },
  missing: MissingDocument = noDocument,
): Promise<readonly DocumentFile[]> {
  const documents = new Map<string, DocumentFile>();
  for (const target of await readTargets(folder, flags, missing)) {
    const { input, overlays, root, allowRemote, maxFiles, perspective, diff } = target;
    if (documents.has(input)) continue;
    documents.set(input, {
      file: input,
      path: shownPath(folder, input),
      ...(overlays !== undefined && { overlays }),
      ...(root !== undefined && { root }),
      ...(allowRemote !== undefined && { allowRemote }),
      ...(maxFiles !== undefined && { maxFiles }),
      ...(perspective !== undefined && { perspective }),
      ...(diff !== undefined && { diff }),
    });
  }
  return [...documents.values()];
}
