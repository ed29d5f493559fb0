import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { type Visitor, walk } from "../grammar/walk.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonObject, memberOf } from "../json/json-value.ts";
import type { FileSet } from "../references/load-files.ts";
import { dereference } from "../references/resolver.ts";
import { type LoadedFile, pointerOf } from "../text/file-store.ts";
import { collectOperationId, reportRepeatedIds, templateNames } from "./check-paths.ts";
import { checkSecurityScheme } from "./check-security-scheme.ts";
import { type Report, structureVisitor } from "./check-structure.ts";

/** Checks the structure of an AsyncAPI document without the official JSON Schema. */
export function checkAsyncapi(
  document: DocumentType,
  entry: LoadedFile,
  set: FileSet,
): readonly Problem[] {
  const problems: Problem[] = [];
  const report: Report = (problem) => problems.push(problem);
  // In AsyncAPI 2, `operationId` is a field, so two operations can have the same id. In AsyncAPI 3, ids are
  // keys and always unique.
  const operationIds = new Map<string, Source[]>();
  for (const { place, value, shape } of set.parts) {
    const { file } = place;
    const loaded = set.files.get(file);
    if (loaded === undefined) continue;
    const structure = structureVisitor(document.grammar, loaded, true, report);
    const visitor: Visitor = {
      ...structure,
      object: (kind, object, path) => {
        structure.object?.(kind, object, path);
        const source = { file, pointer: pointerOf(path) };
        if (kind.name === "Operation") collectOperationId(object, source, operationIds);
        if (kind.name === "SecurityScheme") checkSecurityScheme(document, object, source, report);
      },
    };
    walk(document.grammar, shape, value, pointerTokens(place.pointer) ?? [], visitor);
  }
  reportRepeatedIds(operationIds, set.files, report);
  checkChannels(document, entry, set, report);
  return problems;
}

function checkChannels(
  document: DocumentType,
  entry: LoadedFile,
  set: FileSet,
  report: Report,
): void {
  const root = isJsonObject(entry.spec.root) ? entry.spec.root : {};
  const channels = memberOf(root, "channels");
  if (!isJsonObject(channels)) return;
  const addresses = new Map<string, string>();
  for (const id of Object.keys(channels)) {
    const place = { file: entry.spec.file, pointer: joinPointer("/channels", id) };
    const channel = dereference(set.resolver.resolve, place, memberOf(channels, id));
    if (channel === undefined) continue;
    const address = document.version.startsWith("2.") ? id : memberOf(channel.object, "address");
    if (typeof address !== "string") continue;
    const parameters = memberOf(channel.object, "parameters");
    for (const name of templateNames(address) ?? []) {
      if (isJsonObject(parameters) && Object.hasOwn(parameters, name)) continue;
      const message = `the channel ${id} does not declare the parameter {${name}} of its address`;
      report({ code: "CHANNEL_PARAMETER_MISSING", source: channel.source, message });
    }
    const key = `${address} ${serversText(channel.object)}`;
    const twin = addresses.get(key);
    if (twin === undefined) addresses.set(key, id);
    else {
      const message = `the channels ${twin} and ${id} have the same address ${JSON.stringify(address)}`;
      report({ code: "CHANNEL_ADDRESS_DUPLICATE", source: place, message });
    }
  }
}

function serversText(channel: JsonObject): string {
  const servers = memberOf(channel, "servers");
  if (!isJsonArray(servers)) return "";
  const names = servers.map((server) =>
    isJsonObject(server) ? String(memberOf(server, "$ref") ?? "") : "",
  );
  return names.sort().join(" ");
}
