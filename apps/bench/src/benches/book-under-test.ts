// The books that the benchmark compares. All of them store prices and quantities as numbers of
// nanos.

import { LevelColumns, OrderBook } from "@specwright/streams/books";

/** A book with the operations that the benchmark calls. */
export interface BookUnderTest {
  /**
   * Sets the quantity at a price; 0 deletes the level. The next `readTop` must include the change.
   */
  change(isBid: boolean, price: number, quantity: number): void;
  /** Reads the ten best levels of both sides. Returns a checksum of these levels. */
  readTop(): number;
}

const topLevels = 10;

/**
 * Creates our book. All changes between two reads form one diff. The book stores the diff in
 * columns, checks it and applies it.
 */
export function ownBook(): BookUnderTest {
  const book = new OrderBook();
  const bids = new LevelColumns();
  const asks = new LevelColumns();
  const top = new LevelColumns();

  function sumOf(side: "bids" | "asks"): number {
    book.copyTop(side, topLevels, top);
    let sum = 0;
    for (let rank = 0; rank < top.count; rank++) {
      sum += (top.prices[rank] as number) * (rank + 1) + (top.quantities[rank] as number);
    }
    return sum;
  }

  return {
    change(isBid, price, quantity) {
      (isBid ? bids : asks).push(price, quantity);
    },
    readTop() {
      book.applyColumns(bids, asks);
      bids.clear();
      asks.clear();
      return sumOf("bids") + sumOf("asks");
    },
  };
}

interface Level {
  readonly price: number;
  quantity: number;
}

/**
 * Creates a book from sorted arrays of objects. It uses binary search and `splice`. The best level
 * is last.
 */
export function arrayBook(): BookUnderTest {
  const sides: readonly [bids: Level[], asks: Level[]] = [[], []];

  function sumOf(side: readonly Level[]): number {
    let sum = 0;
    for (let rank = 0; rank < topLevels && rank < side.length; rank++) {
      const { price, quantity } = side[side.length - 1 - rank] as Level;
      sum += price * (rank + 1) + quantity;
    }
    return sum;
  }

  return {
    change(isBid, price, quantity) {
      const side = isBid ? sides[0] : sides[1];
      let low = 0;
      let high = side.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const at = (side[middle] as Level).price;
        if (isBid ? at < price : at > price) low = middle + 1;
        else high = middle;
      }
      const found = side[low];
      if (found?.price === price) {
        if (quantity === 0) side.splice(low, 1);
        else found.quantity = quantity;
      } else if (quantity !== 0) side.splice(low, 0, { price, quantity });
    },
    readTop: () => sumOf(sides[0]) + sumOf(sides[1]),
  };
}

/** The part that we use of a tree position of `functional-red-black-tree`. */
interface TreePosition {
  readonly valid: boolean;
  readonly key: number;
  readonly value: number;
  next(): void;
  remove(): Tree;
  update(value: number): Tree;
}

interface Tree {
  readonly begin: TreePosition;
  find(key: number): TreePosition;
  insert(key: number, value: number): Tree;
}

/** The module `functional-red-black-tree`. */
export type TreeModule = (compare: (a: number, b: number) => number) => Tree;

/** Creates a book from two red-black trees. The best level is first. */
export function treeBook(createTree: TreeModule): BookUnderTest {
  let bids = createTree((a, b) => b - a);
  let asks = createTree((a, b) => a - b);

  function sumOf(tree: Tree): number {
    let sum = 0;
    const position = tree.begin;
    for (let rank = 0; rank < topLevels && position.valid; rank++, position.next()) {
      sum += position.key * (rank + 1) + position.value;
    }
    return sum;
  }

  function changed(tree: Tree, price: number, quantity: number): Tree {
    const position = tree.find(price);
    if (quantity === 0) return position.valid ? position.remove() : tree;
    return position.valid ? position.update(quantity) : tree.insert(price, quantity);
  }

  return {
    change(isBid, price, quantity) {
      if (isBid) bids = changed(bids, price, quantity);
      else asks = changed(asks, price, quantity);
    },
    readTop: () => sumOf(bids) + sumOf(asks),
  };
}
