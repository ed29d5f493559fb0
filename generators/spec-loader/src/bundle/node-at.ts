import { isMap, isNode, isScalar, isSeq, type Node, type Pair } from "yaml";

/** Returns the key of a member as the loader reads it. */
export function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value ?? "") : String(key ?? "");
}

/** Finds the node at the tokens of a JSON Pointer; `undefined` for an empty or missing value. */
export function nodeAt(contents: Node, tokens: readonly string[]): Node | undefined {
  let node: Node | undefined = contents;
  for (const token of tokens) {
    let next: unknown;
    if (isMap(node)) next = node.items.find((pair) => keyOf(pair) === token)?.value;
    else if (isSeq(node)) next = node.items[Number(token)];
    node = isNode(next) ? next : undefined;
  }
  return node;
}
