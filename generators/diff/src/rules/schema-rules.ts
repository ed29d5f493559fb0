import { type BoundRuleId, boundRules } from "./bound-rules.ts";
import type { Rule } from "./rule.ts";

/**
 * A keyword that contains a schema, as it appears in ids of rules. The rules apply if the whole keyword was
 * added or removed.
 */
export type SubschemaName =
  | "items"
  | "prefix-items"
  | "contains"
  | "property-names"
  | "pattern-property"
  | "dependent-schema"
  | "if"
  | "then"
  | "else"
  | "not"
  | "unevaluated-items"
  | "unevaluated-properties"
  | "all-of"
  | "any-of"
  | "one-of";

/** The id of a rule about a schema. */
export type SchemaRuleId =
  | BoundRuleId
  | `${SubschemaName}-${"added" | "removed"}`
  | `${"if" | "not" | "contains"}-changed`
  | `type-${"changed" | "widened" | "narrowed"}`
  | `nullable-${"added" | "removed"}`
  | `${"enum" | "pattern" | "multiple-of" | "unique-items" | "format" | "default"}-${"set" | "unset"}`
  | `${"pattern" | "multiple-of" | "format" | "default" | "const"}-changed`
  | `const-${"set" | "unset"}`
  | `${"enum-value" | "extensible-enum-value"}-${"added" | "removed"}`
  | `${"property" | "required-property"}-${"added" | "removed"}`
  | `property-became-${"required" | "optional" | "read-only" | "write-only"}`
  | `property-is-no-longer-${"read-only" | "write-only"}`
  | `additional-properties-${"forbidden" | "allowed" | "restricted" | "unrestricted"}`
  | `dependent-required-${"added" | "removed" | "changed"}`
  | `union-${"set" | "unset"}`
  | "one-of-became-any-of"
  | "any-of-became-one-of"
  | "wrapped-in-union"
  | "unwrapped-from-union"
  | `content-encoding-changed`
  | `content-media-type-changed`
  | `content-schema-${"added" | "removed"}`
  | `discriminator-${"added" | "removed" | "property-changed"}`
  | `discriminator-mapping-${"added" | "removed" | "changed"}`
  | "schema-deprecated"
  | "schema-reactivated"
  | `schema-stability-${"increased" | "decreased"}`
  | "xml-changed"
  | "schema-documentation-changed"
  | "schema-extension-changed"
  | "schema-replaced"
  | "schema-changed";

const fewer =
  "Fewer values are valid. In a request, the server may now reject values that were valid, which " +
  "breaks clients. In a response it is safe, because clients accept more values than the server " +
  "sends.";
const more =
  "More values are valid. In a request it is safe. In a response, the server may now send values " +
  "that existing clients do not expect, which can break them.";
const other =
  "The schema accepts different values than before. The comparison proves whether the server may " +
  "reject requests that were valid, or send values in responses that existing clients do not " +
  "expect.";

function schemaRule(title: string, explanation: string): Rule {
  return { area: "schema", title, explanation };
}

function subschemaRules(keyword: string): { readonly added: Rule; readonly removed: Rule } {
  return {
    added: schemaRule(`${keyword} was added`, fewer),
    removed: schemaRule(`${keyword} was removed`, more),
  };
}

const branchRules = (keyword: string) => ({
  added: schemaRule(`A branch of \`${keyword}\` was added`, more),
  removed: schemaRule(`A branch of \`${keyword}\` was removed`, fewer),
});

const items = subschemaRules("`items`");
const prefixItems = subschemaRules("A schema of `prefixItems`");
const contains = subschemaRules("`contains`");
const propertyNames = subschemaRules("`propertyNames`");
const patternProperty = subschemaRules("A pattern of `patternProperties`");
const dependentSchema = subschemaRules("A schema of `dependentSchemas`");
const condition = subschemaRules("`if`");
const consequence = subschemaRules("`then`");
const alternative = subschemaRules("`else`");
const negation = subschemaRules("`not`");
const unevaluatedItems = subschemaRules("`unevaluatedItems`");
const unevaluatedProperties = subschemaRules("`unevaluatedProperties`");
const parts =
  " The report names the properties that this schema adds or removes. The effect is the same as " +
  "if the properties were added to, or removed from, the schema with the `allOf`.";
const conjunct = {
  added: schemaRule("A schema of `allOf` was added", `${fewer}${parts}`),
  removed: schemaRule("A schema of `allOf` was removed", `${more}${parts}`),
};
const anyBranch = branchRules("anyOf");
const oneBranch = branchRules("oneOf");

/** The rules about schemas. */
export const schemaRules: Readonly<Record<SchemaRuleId, Rule>> = {
  ...boundRules,
  "type-changed": schemaRule("The type changed", other),
  "type-widened": schemaRule("Types were added", more),
  "type-narrowed": schemaRule("Types were removed", fewer),
  "nullable-added": schemaRule("`null` became valid", more),
  "nullable-removed": schemaRule("`null` is no longer valid", fewer),
  "enum-set": schemaRule("The values were restricted to a list", fewer),
  "enum-unset": schemaRule("The values are no longer restricted to a list", more),
  "enum-value-added": schemaRule(
    "A value was added to an enum",
    `${more} If clients must expect new values, say so in the contract: use \`anyOf\` of the enum ` +
      "and a string, or `x-extensible-enum`.",
  ),
  "enum-value-removed": schemaRule("A value was removed from an enum", fewer),
  "extensible-enum-value-added": schemaRule(
    "A value was added to `x-extensible-enum`",
    "Clients of an extensible enum must expect new values, so no client breaks.",
  ),
  "extensible-enum-value-removed": schemaRule(
    "A value was removed from `x-extensible-enum`",
    "The server may reject clients that send the value. In a response it is safe.",
  ),
  "const-set": schemaRule("`const` was added", fewer),
  "const-unset": schemaRule("`const` was removed", more),
  "const-changed": schemaRule("`const` changed", other),
  "pattern-set": schemaRule("`pattern` was added", fewer),
  "pattern-unset": schemaRule("`pattern` was removed", more),
  "pattern-changed": schemaRule(
    "`pattern` changed",
    "The two patterns are compared as automata. If one pattern matches every string that the " +
      "other pattern matches, the change either only allows more strings or only allows fewer " +
      "strings.",
  ),
  "multiple-of-set": schemaRule("`multipleOf` was added", fewer),
  "multiple-of-unset": schemaRule("`multipleOf` was removed", more),
  "multiple-of-changed": schemaRule("`multipleOf` changed", other),
  "unique-items-set": schemaRule("Items must be unique", fewer),
  "unique-items-unset": schemaRule("Items need not be unique", more),
  "format-set": schemaRule("`format` was added", formatExplanation()),
  "format-unset": schemaRule("`format` was removed", formatExplanation()),
  "format-changed": schemaRule("`format` changed", formatExplanation()),
  "default-set": schemaRule("`default` was added", defaultExplanation()),
  "default-unset": schemaRule("`default` was removed", defaultExplanation()),
  "default-changed": schemaRule("`default` changed", defaultExplanation()),
  "property-added": schemaRule(
    "An optional property was added",
    "No client breaks, unless the object is closed (`additionalProperties: false`) and part of a " +
      "response. In an open object, clients could already use the name with a different meaning. " +
      "The comparison ignores this case, because undeclared names are reserved.",
  ),
  "property-removed": schemaRule(
    "An optional property was removed",
    "Clients that read it from a response may no longer get it, and a server may ignore it in a " +
      "request. In a request with a closed object (`additionalProperties: false`), the server " +
      "rejects it.",
  ),
  "required-property-added": schemaRule(
    "A required property was added",
    "The server rejects requests without it, so every existing client breaks. In a response it is " +
      "safe. Add the property as optional, and give it a default.",
  ),
  "required-property-removed": schemaRule(
    "A required property was removed",
    "Clients that read it from a response fail. In a request it is safe if the object is open.",
  ),
  "property-became-required": schemaRule("A property became required", fewer),
  "property-became-optional": schemaRule("A property became optional", more),
  "property-became-read-only": schemaRule("A property became read-only", readOnlyExplanation()),
  "property-became-write-only": schemaRule("A property became write-only", readOnlyExplanation()),
  "property-is-no-longer-read-only": schemaRule(
    "A property is no longer read-only",
    readOnlyExplanation(),
  ),
  "property-is-no-longer-write-only": schemaRule(
    "A property is no longer write-only",
    readOnlyExplanation(),
  ),
  "additional-properties-forbidden": schemaRule("Additional properties are forbidden", fewer),
  "additional-properties-allowed": schemaRule("Additional properties are allowed", more),
  "additional-properties-restricted": schemaRule("Additional properties need a schema", fewer),
  "additional-properties-unrestricted": schemaRule("Additional properties may be anything", more),
  "dependent-required-added": schemaRule("An entry of `dependentRequired` was added", fewer),
  "dependent-required-removed": schemaRule("An entry of `dependentRequired` was removed", more),
  "dependent-required-changed": schemaRule("An entry of `dependentRequired` changed", other),
  "union-set": schemaRule("A union was added", fewer),
  "union-unset": schemaRule("A union was removed", more),
  "one-of-became-any-of": schemaRule(
    "A value may match several schemas of a union",
    "`oneOf` rejects a value that matches several of its schemas, and `anyOf` accepts it. In a " +
      "request the change is safe. In a response, the server may now send such a value, which " +
      "existing clients reject. If no value matches two of the schemas, nothing changes.",
  ),
  "any-of-became-one-of": schemaRule(
    "A value may match only one schema of a union",
    "`oneOf` rejects a value that matches several of its schemas, and `anyOf` accepts it. The " +
      "server now rejects a request with such a value. In a response the change is safe. If no value " +
      "matches two of the schemas, nothing changes.",
  ),
  "wrapped-in-union": schemaRule("The schema became a branch of a union", more),
  "unwrapped-from-union": schemaRule("The union was replaced by one of its branches", fewer),
  "items-added": items.added,
  "items-removed": items.removed,
  "prefix-items-added": prefixItems.added,
  "prefix-items-removed": prefixItems.removed,
  "contains-added": contains.added,
  "contains-removed": contains.removed,
  "contains-changed": schemaRule("`contains` changed", other),
  "property-names-added": propertyNames.added,
  "property-names-removed": propertyNames.removed,
  "pattern-property-added": patternProperty.added,
  "pattern-property-removed": patternProperty.removed,
  "dependent-schema-added": dependentSchema.added,
  "dependent-schema-removed": dependentSchema.removed,
  "if-added": condition.added,
  "if-removed": condition.removed,
  "if-changed": schemaRule("`if` changed", other),
  "then-added": consequence.added,
  "then-removed": consequence.removed,
  "else-added": alternative.added,
  "else-removed": alternative.removed,
  "not-added": negation.added,
  "not-removed": negation.removed,
  "not-changed": schemaRule("`not` changed", other),
  "unevaluated-items-added": unevaluatedItems.added,
  "unevaluated-items-removed": unevaluatedItems.removed,
  "unevaluated-properties-added": unevaluatedProperties.added,
  "unevaluated-properties-removed": unevaluatedProperties.removed,
  "all-of-added": conjunct.added,
  "all-of-removed": conjunct.removed,
  "any-of-added": anyBranch.added,
  "any-of-removed": anyBranch.removed,
  "one-of-added": oneBranch.added,
  "one-of-removed": oneBranch.removed,
  "content-encoding-changed": schemaRule("`contentEncoding` changed", contentExplanation()),
  "content-media-type-changed": schemaRule("`contentMediaType` changed", contentExplanation()),
  "content-schema-added": schemaRule("`contentSchema` was added", contentExplanation()),
  "content-schema-removed": schemaRule("`contentSchema` was removed", contentExplanation()),
  "discriminator-added": schemaRule("A discriminator was added", discriminatorExplanation()),
  "discriminator-removed": schemaRule("A discriminator was removed", discriminatorExplanation()),
  "discriminator-property-changed": schemaRule(
    "A discriminator now names a different property",
    discriminatorExplanation(),
  ),
  "discriminator-mapping-added": schemaRule(
    "A value was added to a discriminator",
    discriminatorExplanation(),
  ),
  "discriminator-mapping-removed": schemaRule(
    "A value was removed from a discriminator",
    discriminatorExplanation(),
  ),
  "discriminator-mapping-changed": schemaRule(
    "A discriminator value now refers to a different schema",
    discriminatorExplanation(),
  ),
  "schema-deprecated": schemaRule(
    "A schema or property was deprecated",
    "It still works. Say in its description what to use instead, and in `x-sunset` how long it is " +
      "kept.",
  ),
  "schema-reactivated": schemaRule(
    "A schema or property is no longer deprecated",
    "Existing clients keep working.",
  ),
  "schema-stability-decreased": schemaRule(
    "`x-stability-level` went down",
    "Clients rely on a part that was stable and may now change.",
  ),
  "schema-stability-increased": schemaRule(
    "`x-stability-level` went up",
    "Existing clients keep working.",
  ),
  "xml-changed": schemaRule(
    "`xml` changed",
    "The names, namespaces or wrapping of XML bodies changed. JSON bodies are the same.",
  ),
  "schema-documentation-changed": schemaRule(
    "The title, description or examples changed",
    "Only the documentation changes.",
  ),
  "schema-extension-changed": schemaRule(
    "An `x-` keyword of a schema changed",
    "Only tools that read the keyword are affected.",
  ),
  "schema-replaced": schemaRule(
    "A reference now names a different schema",
    `${other} The two schemas are compared as a whole, and the report names both. If the new ` +
      "schema lacks a property of the old one, clients break, even if all its properties are " +
      "optional. A renamed schema is compared with its former self instead.",
  ),
  "schema-changed": schemaRule(
    "A schema accepts different values",
    "All edits of the schema together explain the change, but none of them alone. The example is a " +
      "value that only one of the two versions accepts.",
  ),
};

function formatExplanation(): string {
  return (
    "`format` restricts no value in JSON Schema 2020-12, but many validators and generators " +
    "enforce it. If fewer or different values may be valid in a request, or more values in a " +
    "response, the change is potentially breaking."
  );
}

function defaultExplanation(): string {
  return (
    "A server that fills in the default behaves differently for a request without the value. In a " +
    "response, the default is only documentation."
  );
}

function readOnlyExplanation(): string {
  return (
    "Requests have no read-only properties, and responses have no write-only properties. Neither " +
    "the schema of such a property nor `required` has an effect there. The receiver may ignore " +
    "or reject the property if a client still sends it, so the change is potentially breaking."
  );
}

function contentExplanation(): string {
  return (
    "JSON Schema does not validate the content of strings, but clients must now encode or decode it in " +
    "another way."
  );
}

function discriminatorExplanation(): string {
  return (
    "A discriminator restricts no value; only the schemas of the union do. Generated code may use it to " +
    "choose the type of a value."
  );
}
