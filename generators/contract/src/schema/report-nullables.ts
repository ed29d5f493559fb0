import { compareCodePoints } from "@specwright/spec-loader";
import type { Build } from "../reading/build.ts";
import { report } from "../reading/problems.ts";

/**
 * Warns of `nullable: true` where it has no force and is read all the same: once, at the first place,
 * because most documents that do so do it throughout.
 */
export function reportNullables(build: Build): void {
  const { specification, schemas } = build;
  const places = schemas.nullables.map((source) => ({ source, ...specification.locate(source) }));
  const [first] = places.sort(
    (a, b) => compareCodePoints(a.file, b.file) || a.line - b.line || a.column - b.column,
  );
  if (first === undefined) return;
  report(build, "NULLABLE_READ", first.source, messageOf(places.length - 1));
}

function messageOf(others: number): string {
  const also = others === 0 ? "" : `, as at ${others} other place${others === 1 ? "" : "s"}`;
  return `\`nullable\` has no force here, but is read as null${also}.`;
}
