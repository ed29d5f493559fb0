// Removes unneeded operations from a document, so that faults in them do not stop the loading.

import { listPaths } from "./checks/check-paths.ts";
import type { DocumentType } from "./detect-document.ts";
import type { Source } from "./diagnostics/diagnostic.ts";
import { joinPointer, pointerTokens } from "./json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonObject, memberOf } from "./json/json-value.ts";
import type { OperationFacts } from "./load-options.ts";
import { dereference, type PlacedObject, type Resolver } from "./references/resolver.ts";
import { addEdits, createEditTree, type EditTree } from "./repair/edit-tree.ts";
import { editFile } from "./repair/repair-files.ts";
import type { FileStore, LoadedFile } from "./text/file-store.ts";

/** An operation, or a path item with all its operations. It may be removed. */
interface Unit {
  /** The location of the operation or path item. */
  readonly source: Source;
  readonly operations: readonly { readonly source: Source; readonly facts: OperationFacts }[];
}

/**
 * Removes the operations that are not needed from the files in a store. If a needed path and an unneeded
 * path refer to the same operation, the operation stays.
 */
export function leaveOutOperations(
  document: DocumentType,
  entry: LoadedFile,
  files: ReadonlyMap<string, LoadedFile>,
  resolver: Resolver,
  store: FileStore,
  isNeeded: (operation: OperationFacts) => boolean,
): void {
  const { root } = entry.spec;
  if (!isJsonObject(root)) return;
  const units =
    document.kind === "openapi"
      ? pathUnits(entry.spec.file, root, resolver)
      : channelUnits(entry.spec.file, root, resolver);
  const needed = new Set<string>();
  const others: Unit[] = [];
  for (const unit of units) {
    const own = unit.operations.filter(({ facts }) => isNeeded(facts));
    for (const { source } of own) needed.add(placeKey(source));
    if (own.length === 0 && unit.operations.length > 0) others.push(unit);
    else others.push(...unit.operations.map((each) => ({ ...each, operations: [each] })));
  }
  const trees = new Map<string, EditTree>();
  for (const { source } of others) {
    if (needed.has(placeKey(source))) continue;
    const tree = trees.get(source.file) ?? createEditTree();
    trees.set(source.file, tree);
    addEdits(tree, [{ do: "remove", source }]);
  }
  for (const [name, tree] of trees) {
    const file = files.get(name);
    if (file !== undefined) store.replace(editFile(file, tree));
  }
}

function pathUnits(file: string, root: JsonObject, resolver: Resolver): readonly Unit[] {
  return (["paths", "webhooks"] as const).flatMap((section) =>
    listPaths(file, root, resolver.resolve, section).map(({ template, place, operations }) => ({
      source: place,
      operations: operations.map(({ source, object }) => {
        const method = pointerTokens(source.pointer)?.at(-1) ?? "";
        const id = memberOf(object, "operationId") ?? `${method} ${template}`;
        return { source, facts: operationFacts(object, [String(id)], [template]) };
      }),
    })),
  );
}

/** Lists the operations of an AsyncAPI document. In AsyncAPI 2, the channels contain the operations. */
function channelUnits(file: string, root: JsonObject, resolver: Resolver): readonly Unit[] {
  const memberPlace = (object: JsonObject, at: Source, key: string): PlacedObject | undefined =>
    dereference(
      resolver.resolve,
      { ...at, pointer: joinPointer(at.pointer, key) },
      memberOf(object, key),
    );
  const top = { file, pointer: "" };
  const operations = memberPlace(root, top, "operations");
  const channels = memberPlace(root, top, "channels");
  const singleUnit = (source: Source, facts: OperationFacts): Unit => ({
    source,
    operations: [{ source, facts }],
  });
  const own = Object.keys(operations?.object ?? {}).flatMap((id) => {
    const operation = operations && memberPlace(operations.object, operations.source, id);
    if (operation === undefined) return [];
    const channel = memberPlace(operation.object, operation.source, "channel");
    const channelId = pointerTokens(channel?.source.pointer ?? "")?.at(-1);
    const address = channel && memberOf(channel.object, "address");
    const ids = [id, ...(channelId === undefined ? [] : [channelId])];
    const source = { file, pointer: joinPointer("/operations", id) };
    const paths = typeof address === "string" ? [address] : [];
    return singleUnit(source, operationFacts(operation.object, ids, paths, channel?.object));
  });
  const older = Object.keys(channels?.object ?? {}).flatMap((address) => {
    const channel = channels && memberPlace(channels.object, channels.source, address);
    return ["publish", "subscribe"].flatMap((verb) => {
      const operation = channel && memberPlace(channel.object, channel.source, verb);
      if (operation === undefined) return [];
      const id = memberOf(operation.object, "operationId") ?? `${verb} ${address}`;
      const facts = operationFacts(
        operation.object,
        [String(id), address],
        [address],
        channel?.object,
      );
      return singleUnit(operation.source, facts);
    });
  });
  return [...own, ...older];
}

function operationFacts(
  operation: JsonObject,
  ids: readonly string[],
  paths: readonly string[],
  channel: JsonObject = {},
): OperationFacts {
  const objects = [operation, channel];
  const tags = objects.flatMap((object) => {
    const list = memberOf(object, "tags");
    return isJsonArray(list) ? list : [];
  });
  return {
    ids,
    paths,
    tags: tags.map((tag) => String(isJsonObject(tag) ? memberOf(tag, "name") : tag)),
    deprecated: objects.some((object) => memberOf(object, "deprecated") === true),
  };
}

function placeKey({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}
