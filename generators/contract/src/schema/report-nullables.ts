import { compareCodePoints } from "@specwright/spec-loader";
import type { Build } from "../reading/build.ts";
import { reportProblem } from "../reading/problems.ts";

/**
 * Warns of `nullable: true` at places where the specification ignores the keyword but Specwright allows
 * null. Reports only the first place, because such documents usually have many.
 */
export function reportNullables(build: Build): void {
  const { specification, schemas } = build;
  const places = schemas.nullables.map((source) => ({ source, ...specification.locate(source) }));
  const [first] = places.sort(
    (a, b) => compareCodePoints(a.file, b.file) || a.line - b.line || a.column - b.column,
  );
  if (first === undefined) return;
  reportProblem(build, "NULLABLE_READ", first.source, nullableMessage(places.length - 1));
}

function nullableMessage(others: number): string {
  const also = others === 0 ? "" : ` and at ${others} other place${others === 1 ? "" : "s"}`;
  return `The specification ignores \`nullable\` here${also}, but Specwright allows null.`;
}
