import type { RuleId } from "@specwright/diff";
import { isJsonArray } from "@specwright/spec-loader";
import {
  at,
  ids,
  none,
  parentAt,
  placeOf,
  type Sight,
  schemaAt,
  type ToTheirIds,
} from "./sight.ts";

function isWriteOnly({ change, base, revision }: Sight): boolean {
  return [schemaAt(base, change.base), schemaAt(revision, change.revision)].some(
    (each) => each["writeOnly"] === true,
  );
}

function isReadOnly({ change, revision }: Sight): boolean {
  return schemaAt(revision, change.revision)["readOnly"] === true;
}

function isRequired({ change, revision, base }: Sight): boolean {
  const parent =
    change.revision === undefined
      ? parentAt(base, change.base)
      : parentAt(revision, change.revision);
  const { required } = parent;
  const position = change.revision ?? change.base;
  const name = position?.pointer.replace(/^.*\//, "").replaceAll("~1", "/").replaceAll("~0", "~");
  return isJsonArray(required) && required.some((each) => each === name);
}

const access =
  (word: string): ToTheirIds =>
  (sight) => [
    `${sight.affected?.direction}-${isRequired(sight) ? "required" : "optional"}-property-${word}`,
  ];

const readOnlyAt =
  (suffix: string): ToTheirIds =>
  (sight) => [
    placeOf(sight) === "request-property" && isReadOnly(sight)
      ? `request-read-only-property-${suffix}`
      : `${placeOf(sight)}-${suffix}`,
  ];

/** `property-added` and similar ids. */
const property =
  (was: "added" | "removed", required: boolean): ToTheirIds =>
  (sight) => {
    const word = required ? "required" : "optional";
    const writeOnly = isWriteOnly(sight) ? "write-only-" : "";
    const isRequest = sight.affected?.direction === "request";
    if (!isRequest) return [`response-${word}-${writeOnly}property-${was}`];
    if (was === "removed") return ["request-property-removed"];
    const hasDefault = schemaAt(sight.revision, sight.change.revision)["default"] !== undefined;
    return /^header parameter/.test(sight.affected?.part ?? "")
      ? [`new-${word}-request-header-property`]
      : [`new-${word}-request-property${required && hasDefault ? "-with-default" : ""}`];
  };

const becameRequired: ToTheirIds = (sight) => {
  if (sight.affected?.direction === "response") {
    return [`response-${isWriteOnly(sight) ? "write-only-" : ""}property-became-required`];
  }
  if (/^header parameter/.test(sight.affected?.part ?? "")) {
    return ["request-header-property-became-required"];
  }
  const hasDefault = schemaAt(sight.revision, sight.change.revision)["default"] !== undefined;
  return [`request-property-became-required${hasDefault ? "-with-default" : ""}`];
};

const becameOptional: ToTheirIds = (sight) => [
  sight.affected?.direction === "response" && isWriteOnly(sight)
    ? "response-write-only-property-became-optional"
    : `${sight.affected?.direction}-property-became-optional`,
];

const enumSet: ToTheirIds = (sight) =>
  /^header parameter/.test(sight.affected?.part ?? "") && sight.affected?.inside === true
    ? ["request-header-property-became-enum"]
    : [`${placeOf(sight)}-became-enum`];

const enumAdded: ToTheirIds = (sight) =>
  placeOf(sight) === "response-property" && isWriteOnly(sight)
    ? ["response-write-only-property-enum-value-added"]
    : [`${placeOf(sight)}-enum-value-added`];

const enumRemoved: ToTheirIds = (sight) =>
  placeOf(sight) === "response-body"
    ? ["response-mediatype-enum-value-removed"]
    : readOnlyAt("enum-value-removed")(sight);

const deprecated: ToTheirIds = (sight) => [
  `${placeOf(sight)}-deprecated${sight.change.sunset === undefined ? "" : "-with-sunset"}`,
];

/** oasdiff treats an empty pattern as missing. */
const patternChanged: ToTheirIds = (sight) => {
  const [before, after] = [
    schemaAt(sight.base, sight.change.base)["pattern"],
    schemaAt(sight.revision, sight.change.revision)["pattern"],
  ];
  if (before === "") return at("pattern-added")(sight);
  if (after === "") return at("pattern-removed")(sight);
  return at("pattern-changed", "pattern-generalized")(sight);
};

const pair = (ours: string, theirs: string): [string, ToTheirIds][] => [
  [`${ours}-added`, at(`${theirs}-added`)],
  [`${ours}-removed`, at(`${theirs}-removed`)],
];

const bound = (ours: string, theirs: string): [string, ToTheirIds][] => [
  [`${ours}-set`, at(`${theirs}-set`)],
  [`${ours}-unset`, at(`${theirs}-unset`)],
  [`${ours}-increased`, readOnlyAt(`${theirs}-increased`)],
  [`${ours}-decreased`, readOnlyAt(`${theirs}-decreased`)],
];

/** The rows of the rules about schemas. */
export const schemaIds: ReadonlyMap<RuleId | string, ToTheirIds> = new Map<string, ToTheirIds>([
  ...bound("maximum", "max"),
  ...bound("minimum", "min"),
  ...bound("exclusive-maximum", "exclusive-max"),
  ...bound("exclusive-minimum", "exclusive-min"),
  ...bound("max-length", "max-length"),
  ...bound("min-length", "min-length"),
  ...bound("max-items", "max-items"),
  ...bound("min-items", "min-items"),
  ...bound("max-properties", "max-properties"),
  ...bound("min-properties", "min-properties"),
  ...bound("max-contains", "max-contains"),
  ...bound("min-contains", "min-contains"),
  ...[
    "items",
    "prefix-items",
    "contains",
    "property-names",
    "pattern-property",
    "dependent-schema",
    "then",
    "else",
    "not",
    "unevaluated-items",
    "unevaluated-properties",
    "content-schema",
  ].flatMap((each) => pair(each, each)),
  ["all-of-added", at("all-of-added", "all-of-added-annotation-only")],
  ["all-of-removed", at("all-of-removed", "all-of-removed-annotation-only")],
  ...pair("any-of", "any-of"),
  ...pair("one-of", "one-of"),
  // A condition that is added or removed as a whole is one change.
  ["if-added", at("if-added", "then-added", "else-added")],
  ["if-removed", at("if-removed", "then-removed", "else-removed")],
  ["if-changed", none],
  ["not-changed", none],
  ["contains-changed", none],
  ["type-changed", at("type-changed", "type-compatible", "type-generalized", "type-specialized")],
  ["type-widened", at("type-generalized", "list-of-types-widened", "type-compatible")],
  ["type-narrowed", at("type-specialized", "list-of-types-narrowed", "type-changed")],
  ["nullable-added", at("became-nullable", "list-of-types-widened")],
  ["nullable-removed", at("became-not-nullable", "list-of-types-narrowed")],
  ["enum-set", enumSet],
  ["enum-unset", none],
  ["enum-value-added", enumAdded],
  ["enum-value-removed", enumRemoved],
  ["extensible-enum-value-added", none],
  ["extensible-enum-value-removed", at("x-extensible-enum-value-removed")],
  ["const-set", at("const-added")],
  ["const-unset", at("const-removed")],
  ["const-changed", at("const-changed")],
  ["pattern-set", at("pattern-added")],
  ["pattern-unset", at("pattern-removed")],
  ["pattern-changed", patternChanged],
  ["multiple-of-set", none],
  ["multiple-of-unset", none],
  ["multiple-of-changed", none],
  ["unique-items-set", none],
  ["unique-items-unset", none],
  // oasdiff sees type and format as one.
  ["format-set", at("type-changed", "type-specialized")],
  ["format-unset", at("type-changed", "type-generalized")],
  ["format-changed", at("type-changed", "type-generalized", "type-specialized")],
  ["default-set", at("default-value-added")],
  ["default-unset", at("default-value-removed")],
  ["default-changed", at("default-value-changed")],
  ["property-added", property("added", false)],
  ["property-removed", property("removed", false)],
  ["required-property-added", property("added", true)],
  ["required-property-removed", property("removed", true)],
  ["property-became-required", becameRequired],
  ["property-became-optional", becameOptional],
  ["property-became-read-only", access("became-read-only")],
  ["property-became-write-only", access("became-write-only")],
  ["property-is-no-longer-read-only", access("became-not-read-only")],
  ["property-is-no-longer-write-only", access("became-not-write-only")],
  ["additional-properties-forbidden", none],
  ["additional-properties-allowed", none],
  ["additional-properties-restricted", none],
  ["additional-properties-unrestricted", none],
  ["dependent-required-added", at("dependent-required-added")],
  ["dependent-required-removed", at("dependent-required-removed")],
  ["dependent-required-changed", at("dependent-required-changed")],
  ["union-set", at("any-of-added", "one-of-added", "wrapped-in-one-of", "list-of-types-narrowed")],
  ["union-unset", at("any-of-removed", "one-of-removed", "list-of-types-widened")],
  [
    "wrapped-in-union",
    at("wrapped-in-one-of", "one-of-added", "any-of-added", "list-of-types-widened"),
  ],
  ["one-of-became-any-of", at("one-of-removed", "any-of-added")],
  ["any-of-became-one-of", at("any-of-removed", "one-of-added")],
  ["unwrapped-from-union", at("one-of-removed", "any-of-removed", "list-of-types-narrowed")],
  ["content-encoding-changed", at("content-encoding-changed")],
  ["content-media-type-changed", at("content-media-type-changed")],
  ["discriminator-added", at("discriminator-added")],
  ["discriminator-removed", at("discriminator-removed")],
  ["discriminator-property-changed", at("discriminator-property-name-changed")],
  ["discriminator-mapping-added", at("discriminator-mapping-added")],
  ["discriminator-mapping-removed", at("discriminator-mapping-deleted")],
  ["discriminator-mapping-changed", at("discriminator-mapping-changed")],
  ["schema-deprecated", deprecated],
  ["schema-reactivated", at("reactivated")],
  ["schema-stability-increased", at("stability-increased")],
  ["schema-stability-decreased", at("stability-decreased")],
  ["xml-changed", none],
  ["schema-documentation-changed", none],
  ["schema-extension-changed", none],
  ["schema-changed", none],
  ["schema-replaced", none],
  ["schema-added", none],
  ["schema-removed", ids("api-schema-removed")],
  ["schema-renamed", ids("api-schema-removed")],
]);
