import type { Contract, HttpOperation, MediaType, Response } from "@specwright/contract";
import { joinPointer, type Source } from "@specwright/spec-loader";

/**
 * Returns an operation with its responses, media types and examples in the order of the document. A
 * contract does not keep the order of the document's keys.
 */
export function inListedOrder(operation: HttpOperation, contract: Contract): HttpOperation {
  /**
   * Sorts items by the places of the members of an object. The members may be references to other objects.
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
