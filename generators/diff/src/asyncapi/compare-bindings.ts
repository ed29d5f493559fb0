import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Source,
} from "@specwright/spec-loader";
import type { Affected, ChangeClass, Subject } from "../changes/change.ts";
import { canonicalText } from "../changes/write-value.ts";
import type { Comparison } from "../comparison.ts";
import {
  type BindingLevel,
  defaultField,
  isComparedElsewhere,
  isDecisive,
  isSchemaField,
} from "./binding-fields.ts";

/** An object with bindings, in both contracts. */
export interface BoundThing {
  readonly level: BindingLevel;
  readonly base: Bound;
  readonly revision: Bound;
  readonly subject: Subject;
  /** The kind and name of the object inside a sentence: "the channel `orders`". */
  readonly name: string;
  readonly affects: readonly Affected[];
  /** The addresses of the channel in the base and in the revision; null if they are not known. */
  readonly addresses: readonly [string | null, string | null];
}

interface Bound {
  readonly bindings: JsonObject;
  readonly source: Source;
}

/** Compares the bindings of a thing, protocol by protocol. */
export function compareBindings(comparison: Comparison, thing: BoundThing): void {
  const before = bindingsOf(thing.base);
  const after = bindingsOf(thing.revision);
  for (const protocol of new Set([...before.keys(), ...after.keys()])) {
    compareBinding(comparison, thing, protocol, [before.get(protocol), after.get(protocol)]);
  }
}

function bindingsOf({ bindings }: Bound): ReadonlyMap<string, JsonObject> {
  return new Map(
    Object.entries(bindings).flatMap(([protocol, binding]) =>
      isJsonObject(binding) && !protocol.startsWith("x-") ? [[protocol, binding] as const] : [],
    ),
  );
}

function compareBinding(
  comparison: Comparison,
  thing: BoundThing,
  protocol: string,
  [before, after]: readonly [JsonObject | undefined, JsonObject | undefined],
): void {
  const { level, subject, name, affects, addresses } = thing;
  const settingValues = (field: string): readonly (JsonValue | undefined)[] =>
    [before, after].map(
      (binding, index) =>
        binding?.[field] ?? defaultField(protocol, level, field, addresses[index] ?? null),
    );
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !isComparedElsewhere(protocol, level, field))
    .filter((field) => {
      const isSchema = isSchemaField(protocol, level, field);
      return new Set(settingValues(field).map((value) => comparedText(value, isSchema))).size > 1;
    })
    .sort();
  if (fields.length === 0) return;
  const rule =
    before === undefined
      ? "binding-added"
      : after === undefined
        ? "binding-removed"
        : "binding-changed";
  // If only one document states a setting, both versions may still use the same value.
  const isBroken = (field: string): boolean =>
    isDecisive(protocol, level, field) && !settingValues(field).includes(undefined);
  const changeClass = classOf(fields, isBroken);
  const verb = {
    "binding-added": "sets",
    "binding-removed": "no longer sets",
    "binding-changed": "changes",
  };
  comparison.record({
    rule,
    class: changeClass,
    surface: changeClass === "docs" ? "docs" : "wire",
    subject: { ...subject, path: `${protocol} binding` },
    details: [
      level,
      protocol,
      ...fields.map((field) => {
        const isSchema = isSchemaField(protocol, level, field);
        return [field, ...settingValues(field).map((value) => comparedText(value, isSchema))];
      }),
    ],
    base: thing.base.source,
    revision: thing.revision.source,
    affects,
    message: `The \`${protocol}\` binding of ${name} ${verb[rule]} ${fieldList(fields)}.`,
    why: reasons[changeClass],
  });
}

function classOf(
  fields: readonly string[],
  isBroken: (field: string) => boolean,
): "breaking" | "potentially-breaking" | "docs" {
  if (fields.some(isBroken)) return "breaking";
  return fields.every(isDescriptive) ? "docs" : "potentially-breaking";
}

function isDescriptive(field: string): boolean {
  return field === "bindingVersion" || field === "description" || field.startsWith("x-");
}

const reasons = {
  breaking: "Clients with the old settings do not reach the channel, or cannot read its messages.",
  "potentially-breaking": "Whether clients with the old settings still work depends on the broker.",
  docs: "Only the documentation of the binding changes.",
} satisfies Partial<Record<ChangeClass, string>>;

function comparedText(value: JsonValue | undefined, isSchema: boolean): string {
  if (value === undefined) return "";
  return canonicalText(isSchema ? withoutOrder(value) : value);
}

/** The keywords of a schema whose lists have no order. */
const sets: ReadonlySet<string> = new Set(["enum", "required", "type", "examples"]);

function withoutOrder(schema: JsonValue): JsonValue {
  if (isJsonArray(schema)) return schema.map(withoutOrder);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      sets.has(key) && isJsonArray(value)
        ? [...value].sort((left, right) => (canonicalText(left) < canonicalText(right) ? -1 : 1))
        : withoutOrder(value),
    ]),
  );
}

function fieldList(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(", ");
}
