// The values in the XML of the scenarios. They are written by hand: reading them with the code under test
// would prove less.

const simple = { name: "foo", age: 123 };
const other = { name: "bar", age: 456 };
const colors = ["red", "green", "blue"];
const book = { title: "The Great Gatsby" };
const signed = { ...book, author: "F. Scott Fitzgerald" };

/** Values by the name of the scenario, without `Payload_Xml_` and `Value_get` or `Value_put`. */
const values: Readonly<Record<string, unknown>> = {
  ModelWithDatetime: {
    rfc3339: "2022-08-26T18:38:00.000Z",
    rfc7231: "Fri, 26 Aug 2022 14:38:00 GMT",
  },
  SimpleModel: simple,
  ModelWithRenamedProperty: { title: "foo", author: "bar" },
  ModelWithRenamedFields: { inputData: simple, outputData: other },
  ModelWithNestedModel: { nested: simple },
  ModelWithRenamedNestedModel: { author: { name: "foo" } },
  ModelWithSimpleArrays: { colors, counts: [1, 2] },
  ModelWithUnwrappedArray: { colors, counts: [1, 2] },
  ModelWithRenamedArrays: { colors, counts: [1, 2] },
  ModelWithWrappedPrimitiveCustomItemNames: { tags: ["fiction", "classic"] },
  ModelWithArrayOfModel: { items: [simple, other] },
  ModelWithUnwrappedModelArray: { items: [simple, other] },
  ModelWithRenamedWrappedModelArray: { items: [simple, other] },
  ModelWithRenamedUnwrappedModelArray: { items: [simple, other] },
  ModelWithRenamedWrappedAndItemModelArray: { books: [book, { title: "Les Miserables" }] },
  ModelWithAttributes: { id1: 123, id2: "foo", enabled: true },
  ModelWithRenamedAttribute: { id: 123, ...signed },
  ModelWithNamespace: { id: 123, ...book },
  ModelWithNamespaceOnProperties: { id: 123, ...signed },
  ModelWithText: { language: "foo", content: "This is some text." },
  ModelWithOptionalField: { item: "widget" },
  ModelWithEmptyArray: { items: [] },
  ModelWithDictionary: { metadata: { Color: "blue", Count: "123", Enabled: "false" } },
  ModelWithEncodedNames: { modelData: simple, colors },
  ModelWithEnum: { status: "success" },
  XmlError: { message: "Something went wrong", code: 400 },
};

/** The pages of `Payload_Pageable_XmlPagination_listWithContinuation`. */
const pages: readonly unknown[] = [
  {
    pets: [
      { id: "1", name: "dog" },
      { id: "2", name: "cat" },
    ],
    nextMarker: "page2",
  },
  {
    pets: [
      { id: "3", name: "bird" },
      { id: "4", name: "fish" },
    ],
  },
];

/** Returns the value of an exchange that sends or receives XML. */
export function xmlValue(scenario: string, exchange: number): unknown {
  if (scenario.startsWith("Payload_Pageable_")) return pages[exchange];
  const [, name = ""] = /^Payload_Xml_(\w+)Value_(?:get|put)$/.exec(scenario) ?? [];
  if (!(name in values)) throw new Error(`no value of ${scenario}`);
  return values[name];
}
