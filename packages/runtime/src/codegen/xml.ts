/**
 * How a value is written in XML: the XML Objects of a schema as data. By default, a value is an
 * element with the name of its property.
 */
export interface XmlShape {
  /**
   * The name of the element or attribute. Default: the name of the property; for an item, the name of its
   * list.
   */
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  /** Set if the value is not an element, but an attribute or the text of the element around it. */
  readonly node?: "attribute" | "text";
  /**
   * The type of a scalar. Default `string`. `mixed`: a number or a boolean if the text can be read as one.
   */
  readonly type?: "number" | "boolean" | "mixed";
  /** The shapes of the properties of an object. */
  readonly properties?: Readonly<Record<string, XmlShape>>;
  /** The shape of properties that are not listed. */
  readonly additional?: XmlShape;
  /** The shape of the items of a list. */
  readonly items?: XmlShape;
  /** Set if an element surrounds the items of a list. */
  readonly wrapped?: true;
  /** Set if a list whose element is missing is empty instead of absent. */
  readonly required?: true;
}
