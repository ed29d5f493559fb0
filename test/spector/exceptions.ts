// The scenarios that do not pass without a condition, and why.

/**
 * Why scenarios are exceptions:
 *
 * - `inexpressible`: OpenAPI has no word for what they need.
 * - `lost`: OpenAPI could say it, but the document that @typespec/openapi3 writes does not.
 * - `breach`: a request or an answer breaks the document; a client passes that reports this instead
 *   of refusing it (`validation: "report"`).
 * - `open`: the document says it, and the generated client cannot do it.
 */
export type ExceptionKind = "inexpressible" | "lost" | "breach" | "open";

/** Scenarios with one reason, given by patterns of their names. */
export interface Exception {
  readonly kind: ExceptionKind;
  readonly names: readonly RegExp[];
  readonly why: string;
}

/** All exceptions. The first entry that matches a scenario counts. */
export const exceptions: readonly Exception[] = [
  {
    kind: "inexpressible",
    names: [/^Parameters_Path_optional$/],
    why: "A parameter of a path is always required.",
  },
  {
    kind: "inexpressible",
    names: [/^Routes_PathParameters_PathExpansion_Explode_(array|record)$/],
    why: "No style writes a slash between items.",
  },
  {
    kind: "inexpressible",
    names: [/^Response_StatusCodeRange_errorResponseStatusCodeInRange$/],
    why: "Ranges of statuses are whole hundreds; this one is 494 to 499.",
  },
  {
    kind: "inexpressible",
    names: [
      /^Payload_Pageable_ServerDrivenPagination_(link|linkString|nestedLink)$/,
      /^Payload_Pageable_ServerDrivenPagination_AlternateInitialVerb_post$/,
      /^Payload_Pageable_XmlPagination_listWithNextLink$/,
    ],
    why: "An answer holds the address of the next page, which is not an operation of the document.",
  },
  {
    kind: "inexpressible",
    names: [/^Payload_MultiPart_FormData_HttpParts_jsonArrayAndFileArray$/],
    why: "A list is a part for each item; this one is one part with a JSON array.",
  },
  {
    kind: "lost",
    names: [/^Routes_PathParameters_PathExpansion_(Standard_|Explode_primitive$)/],
    why: "The emitter leaves out the slash before a value of `{/param}`.",
  },
  {
    kind: "lost",
    names: [/^Routes_QueryParameters_QueryContinuation_/],
    why: "The emitter refuses a path with a query, and does not make it a parameter.",
  },
  {
    kind: "lost",
    names: [/^Routes_PathParameters_LabelExpansion_Standard_(array|record)$/],
    why: "The emitter says 3.1.0, where dots separate the pieces of a label; since 3.1.1, commas do.",
  },
  {
    kind: "lost",
    names: [/^Routes_PathParameters_ReservedExpansion_/],
    why: "The emitter leaves out `allowReserved`, which paths have since 3.2.",
  },
  {
    kind: "lost",
    names: [/^SpecialWords_Parameters_constructor$/],
    why: "The emitter crashes at a parameter named `constructor`.",
  },
  {
    kind: "lost",
    names: [/^Payload_Xml_ModelWith(SimpleArrays|ArrayOfModel|EmptyArray)Value_/],
    why: "The emitter leaves out that lists are wrapped unless the spec gives them a name.",
  },
  {
    kind: "lost",
    names: [/^Payload_Xml_ModelWithTextValue_/],
    why: "The emitter leaves out that a property is the text of the element.",
  },
  {
    kind: "breach",
    names: [/^Payload_JsonMergePatch_update(Optional)?Resource$/],
    why: "Nulls remove members, but the emitter's schemas of merge patches allow none.",
  },
  {
    kind: "breach",
    names: [/^Type_Model_Visibility_(head|get)Model$/],
    why: "The document requires a body of a GET, to which HTTP gives no meaning, and nobody sends it.",
  },
  {
    kind: "breach",
    names: [/^Streaming_Sse_Unnamed_receive$/],
    why: "The emitter requires an `event` of events that the spec leaves unnamed.",
  },
  {
    kind: "breach",
    names: [/_Duration(Value)?_(get|put|getAll|putAll|getNonNull|patchNonNull)$/],
    why: "The duration has a fraction, which `format: duration` (RFC 3339) does not allow.",
  },
  {
    kind: "breach",
    names: [/^Type_Property_Optional_PlainTime_(getAll|putAll)$/],
    why: "The time has no offset, which `format: time` (RFC 3339) requires.",
  },
  {
    kind: "breach",
    names: [/MissingDiscriminator$/, /_getFixedModelWrongDiscriminator$/],
    why: "The answer has no discriminator, or one of no known model.",
  },
  {
    kind: "breach",
    names: [/^Type_Enum_Fixed_String_putUnknownValue$/],
    why: "The value is not in the enumeration.",
  },
];

/** Returns the exception for a scenario. */
export function findException(name: string): Exception | undefined {
  return exceptions.find(({ names }) => names.some((pattern) => pattern.test(name)));
}
