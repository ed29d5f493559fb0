import type { Source } from "../diagnostics/diagnostic.ts";
import { readAs } from "../diagnostics/repair.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { type JsonObject, memberOf } from "../json/json-value.ts";
import type { LoadedFile } from "../text/file-store.ts";
import type { Report } from "./check-structure.ts";

/** Notes the place of the `operationId` of an operation, if it has one. */
export function collectOperationId(
  operation: JsonObject,
  source: Source,
  places: Map<string, Source[]>,
): void {
  const id = memberOf(operation, "operationId");
  if (typeof id !== "string") return;
  const place = { ...source, pointer: joinPointer(source.pointer, "operationId") };
  const known = places.get(id);
  if (known === undefined) places.set(id, [place]);
  else known.push(place);
}

/** Reports each `operationId` that an earlier operation has. A lenient reader numbers them. */
export function reportRepeatedIds(
  places: ReadonlyMap<string, readonly Source[]>,
  files: ReadonlyMap<string, LoadedFile>,
  report: Report,
): void {
  const taken = new Set(places.keys());
  for (const [id, [first, ...others]] of places) {
    if (first === undefined || others.length === 0) continue;
    const { line } = files.get(first.file)?.place(first.pointer) ?? { line: 0 };
    let number = 1;
    for (const source of others) {
      let numbered: string;
      do {
        number += 1;
        numbered = `${id}${number}`;
      } while (taken.has(numbered));
      report({
        code: "OPERATION_ID_DUPLICATE",
        source,
        message: `the operationId ${JSON.stringify(id)} is already at ${first.file}:${line} (${first.pointer})`,
        repair: readAs(source, numbered),
      });
    }
  }
}
