// Documents with schemas that Prism does not check: if Prism cannot compile a schema, it accepts everything
// and reports nothing.

const nullable = "The validator of Prism refuses nullable beside no type.";
const repeated = "The validator of Prism refuses enums that list a value twice.";
const typeless =
  "The schema names no type, so that a text is valid for Prism. The discriminator, which only our client heeds, wants an object.";

/** Why Prism misses a wrong response, by corpus document. */
export const prismMisses: Readonly<Record<string, string>> = {
  "more/adyen/CapitalService-v1.yaml":
    "The validator of Prism does not know the default dialect of OpenAPI 3.1, which the document names.",
  "more/orval/any-of-primitive.yaml": nullable,
  "more/orval/boolean-discriminator.yaml":
    "Prism ignores discriminators, and gives one branch the tag of the other.",
  "more/orval/deeply-nested-refs.yaml":
    "Prism loses the target of references between the paths when it bundles the document.",
  "more/orval/deprecated.yaml": repeated,
  "more/orval/discriminator-oneof-allof-inherited.yaml": typeless,
  "more/orval/discriminator-oneof-allof.yaml": typeless,
  "more/orval/form-data-optional-request.yaml": repeated,
  "more/orval/form-url-encoded.yaml": repeated,
  "more/orval/models-with-special-char.yaml": repeated,
  "more/orval/null-type-v3-0.yaml": repeated,
  "more/orval/nullable-any-of-refs.yaml": nullable,
  "more/orval/nullable-oneof-enums.yaml": nullable,
  "more/orval/one-of-primitive.yaml": nullable,
  "more/orval/petstore.yaml": repeated,
  "more/qdrant/qdrant.json": nullable,
  "openapi/digitalocean.yaml":
    "The validator of Prism refuses patterns with an escape that only old regular expressions allow.",
  "openapi/box-full.json": nullable,
};
