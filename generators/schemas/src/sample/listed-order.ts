import type { Contract, HttpOperation, MediaType, Response } from "@specwright/contract";
import { joinPointer, type Source } from "@specwright/spec-loader";

/**
 * Returns an operation whose responses, media types and examples are in the order of the document. A
 * contract does not keep this order.
 */
export function inListedOrder(operation: HttpOperation, contract: Contract): HttpOperation {
  /**
   * Sorts items in the order in which the document lists the members of an object. A member can be a
   * reference to the item.
   */
  function sorted<Item>(
    items: readonly Item[],
    object: Source,
    keyOf: (item: Item) => string,
  ): readonly Item[] {
    if (items.length < 2) return items;
    const placed = items.map((item) => {
      const pointer = joinPointer(object.pointer, keyOf(item));
      return { item, ...contract.locate({ ...object, pointer }) };
    });
    return placed
      .toSorted((a, b) => a.line - b.line || a.column - b.column)
      .map(({ item }) => item);
  }

  function listed(response: Response): Response {
    const { file, pointer } = response.source;
    const content = sorted(
      response.content,
      { file, pointer: `${pointer}/content` },
      ({ mediaType }) => mediaType,
    );
    return { ...response, content: content.map(withExamples) };
  }

  function withExamples(media: MediaType): MediaType {
    const { file, pointer } = media.source;
    const object = { file, pointer: `${pointer}/examples` };
    return { ...media, examples: sorted(media.examples, object, ({ name }) => name) };
  }

  const { file, pointer } = operation.source;
  const responses = sorted(
    operation.responses,
    { file, pointer: `${pointer}/responses` },
    ({ status }) => status,
  );
  return { ...operation, responses: responses.map(listed) };
}
