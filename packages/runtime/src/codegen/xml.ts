/**
 * How a value is written in XML: the XML Objects of a schema as data. By default, a value is an
 * element with the name of its property.
 */
export interface XmlShape {
  /**
   * The name of the element or attribute. Default: the name of the property, or of the surrounding
   * list.
   */
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  /** Set if the value is not an element, but an attribute or the text of the element around it. */
  readonly node?: "attribute" | "text";
  /** The type of a scalar. Default `string`; `mixed` is a number or a boolean if the text is one. */
  readonly type?: "number" | "boolean" | "mixed";
  /** The shapes of the properties of an object. */
  readonly properties?: Readonly<Record<string, XmlShape>>;
  /** The shape of properties that are not listed. */
  readonly additional?: XmlShape;
  /** The shape of the items of a list. */
  readonly items?: XmlShape;
  /** Set if a list is an element around its items. */
  readonly wrapped?: true;
  /** Set if a list without an element is empty instead of absent. */
  readonly required?: true;
}
