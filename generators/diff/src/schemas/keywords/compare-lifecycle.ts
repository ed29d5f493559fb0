import type { ObjectSchema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { ComparisonSettings } from "../../comparison-options.ts";
import { type Deprecable, lifecycleFindings } from "../../lifecycle/lifecycle.ts";
import { stabilityFindings } from "../../lifecycle/stability.ts";
import type { SchemaEdit } from "../schema-edit.ts";

/** Compares whether and until when a schema is deprecated, and how stable it is. */
export function compareLifecycle(
  base: ObjectSchema,
  revision: ObjectSchema,
  settings: ComparisonSettings,
): SchemaEdit[] {
  const stability = levelOf(revision);
  const rules = {
    deprecated: "schema-deprecated",
    reactivated: "schema-reactivated",
    increased: "schema-stability-increased",
    decreased: "schema-stability-decreased",
  } as const;
  const things: readonly [Deprecable, Deprecable] = [deprecable(base), deprecable(revision)];
  const levels = [levelOf(base), stability] as const;
  const findingsFor = (name: string) => [
    ...lifecycleFindings({}, { name, ...rules, stability }, things, settings),
    ...stabilityFindings({}, { name, ...rules }, levels),
  ];
  return findingsFor("").map(
    ({ rule, details = [], class: each, surface, why, sunset }, index): SchemaEdit => ({
      rule,
      details,
      describe: (name) => findingsFor(name)[index]?.message ?? "",
      least: () => ({ class: each, surface, why }),
      ...(sunset !== undefined && { sunset }),
    }),
  );
}

function deprecable({ deprecated = false, extensions }: ObjectSchema): Deprecable {
  return { deprecated, extensions };
}

function levelOf({ extensions }: ObjectSchema): JsonValue | undefined {
  return extensions.get("x-stability-level");
}
