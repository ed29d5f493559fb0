import { type BoundRuleId, boundRules } from "./bound-rules.ts";
import type { Rule } from "./rule.ts";

/** A keyword with a schema that was added or removed as a whole, as rules write it. */
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
  "Fewer values are valid. A request that was valid may be refused now, which breaks clients. In a " +
  "response it is safe: clients were ready for more.";
const more =
  "More values are valid. In a request that is safe. A response may carry values that clients were " +
  "told not to expect, which breaks those that rely on it.";
const other =
  "The schema accepts other values than before. The comparison proves which: whether requests that " +
  "were valid may be refused, or responses carry values that clients do not expect.";

function schemaRule(title: string, explanation: string): Rule {
  return { area: "schema", title, explanation };
}

function subschemaRules(keyword: string): { readonly added: Rule; readonly removed: Rule } {
  return {
    added: schemaRule(`${keyword} was added`, fewer),
    removed: schemaRule(`${keyword} was removed`, more),
  };
}

const branch = (keyword: string) => ({
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
  " The properties that come or go with it are named, and mean what they do where they are added or " +
  "removed in the schema itself.";
const conjunct = {
  added: schemaRule("A schema of `allOf` was added", `${fewer}${parts}`),
  removed: schemaRule("A schema of `allOf` was removed", `${more}${parts}`),
};
const anyBranch = branch("anyOf");
const oneBranch = branch("oneOf");

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
    `${more} If readers must expect new values, say so in the contract: \`anyOf\` of the enum and a ` +
      "string, or `x-extensible-enum`.",
  ),
  "enum-value-removed": schemaRule("A value was removed from an enum", fewer),
  "extensible-enum-value-added": schemaRule(
    "A value was added to `x-extensible-enum`",
    "Readers of an extensible enum must expect new values, so that it breaks nobody.",
  ),
  "extensible-enum-value-removed": schemaRule(
    "A value was removed from `x-extensible-enum`",
    "A client that sends the value may be refused. In a response it is safe.",
  ),
  "const-set": schemaRule("`const` was added", fewer),
  "const-unset": schemaRule("`const` was removed", more),
  "const-changed": schemaRule("`const` changed", other),
  "pattern-set": schemaRule("`pattern` was added", fewer),
  "pattern-unset": schemaRule("`pattern` was removed", more),
  "pattern-changed": schemaRule(
    "`pattern` changed",
    "The languages of the two patterns are compared as automata: if one contains the other, the " +
      "change only widens or only narrows.",
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
    "It breaks nobody, unless the object was closed (`additionalProperties: false`) and is in a " +
      "response. The name was free before, if the object was open; that somebody used it with " +
      "another meaning is not taken into account: undeclared names are reserved.",
  ),
  "property-removed": schemaRule(
    "An optional property was removed",
    "A client that reads it from a response may get it no more, and a server that is sent it may ignore it. " +
      "In a request with a closed object (`additionalProperties: false`), it is refused.",
  ),
  "required-property-added": schemaRule(
    "A required property was added",
    "A request without it is refused now, which breaks every client. In a response it is safe. Add " +
      "the property as optional, and give it a default.",
  ),
  "required-property-removed": schemaRule(
    "A required property was removed",
    "A client that reads it from a response fails. In a request it is safe if the object is open.",
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
    "`oneOf` refuses a value that matches several of its schemas, and `anyOf` accepts it. In a request " +
      "that is safe. A response may carry such a value now, which clients of the old contract refuse. " +
      "Where the schemas exclude one another, the two say the same.",
  ),
  "any-of-became-one-of": schemaRule(
    "A value may match only one schema of a union",
    "`oneOf` refuses a value that matches several of its schemas, and `anyOf` accepts it. A request " +
      "with such a value is refused now. In a response it is safe. Where the schemas exclude one " +
      "another, the two say the same.",
  ),
  "wrapped-in-union": schemaRule("The schema became a branch of a union", more),
  "unwrapped-from-union": schemaRule("Only one branch of a union was left", fewer),
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
    "A discriminator names another property",
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
    "A value of a discriminator names another schema",
    discriminatorExplanation(),
  ),
  "schema-deprecated": schemaRule(
    "A schema or property was deprecated",
    "It still works. Say in the description what to use instead, and in `x-sunset` until when it is " +
      "kept.",
  ),
  "schema-reactivated": schemaRule(
    "A schema or property is no longer deprecated",
    "It breaks nobody.",
  ),
  "schema-stability-decreased": schemaRule(
    "`x-stability-level` went down",
    "Clients that rely on a stable part are told now that it may change.",
  ),
  "schema-stability-increased": schemaRule("`x-stability-level` went up", "It breaks nobody."),
  "xml-changed": schemaRule(
    "`xml` changed",
    "The names, namespaces or wrapping of XML bodies changed. JSON bodies are the same.",
  ),
  "schema-documentation-changed": schemaRule(
    "The title, description or examples changed",
    "Nothing changes but the documentation.",
  ),
  "schema-extension-changed": schemaRule(
    "An `x-` keyword of a schema changed",
    "Only tools that know the keyword are affected.",
  ),
  "schema-replaced": schemaRule(
    "A reference names another schema",
    `${other} The two are compared as a whole, and the change names both. A schema without ` +
      "a property of the old one breaks clients on the wire, even if all its properties are optional. " +
      "A schema that was renamed is compared with itself instead.",
  ),
  "schema-changed": schemaRule(
    "A schema accepts other values",
    "No single edit of the schema explains it; all of them together do. The witness is a value that " +
      "only one of the two accepts.",
  ),
};

function formatExplanation(): string {
  return (
    "`format` restricts no value in JSON Schema 2020-12, but many validators and generators obey it. " +
    "Where fewer or other values may be accepted in a request, or more in a response, the change " +
    "is potentially breaking."
  );
}

function defaultExplanation(): string {
  return (
    "A server that fills in the default behaves differently for a request without the value. In a " +
    "response a default is documentation."
  );
}

function readOnlyExplanation(): string {
  return (
    "A read-only property does not count in requests, and a write-only one does not count in " +
    "responses: neither its schema nor that it is required. A sender that could set it before, or " +
    "that sends it nevertheless, may be ignored or refused, which is potentially breaking."
  );
}

function contentExplanation(): string {
  return (
    "JSON Schema does not validate the content of strings, but who encodes or decodes it has to do " +
    "it in another way now."
  );
}

function discriminatorExplanation(): string {
  return (
    "A discriminator restricts no value: the schemas of the union do. Generated code may use it to " +
    "choose the type of a value."
  );
}
