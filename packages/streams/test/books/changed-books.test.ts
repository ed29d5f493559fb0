import { describe, expect, it } from "vitest";
import { createChangedBooks } from "../../src/books/live/changed-books.ts";
import { KeptBook } from "../../src/books/live/kept-book.ts";

const [one, two] = [new KeptBook("one"), new KeptBook("two")];

describe("books that changed", () => {
  it("are returned once each, and again after each change", async () => {
    const changes = createChangedBooks(() => {});
    for (const live of [one, two, one]) changes.add(live);
    expect((await changes.next()).value?.market).toBe("one");
    expect((await changes.next()).value?.market).toBe("two");
  });

  it("reach all waiting consumers, in the order of their calls", async () => {
    const changes = createChangedBooks(() => {});
    const waiting = [changes.next(), changes.next(), changes.next()];
    changes.add(one);
    expect((await waiting[0])?.value?.market).toBe("one");
    changes.add(two);
    expect((await waiting[1])?.value?.market).toBe("two");
    changes.end(new Error("over"));
    await expect(waiting[2]).rejects.toThrow("over");
    expect(await changes.next()).toEqual({ done: true, value: undefined });
  });

  it("end for waiting consumers when the iteration ends early", async () => {
    const left: unknown[] = [];
    const changes = createChangedBooks((self) => left.push(self));
    const waiting = changes.next();
    changes.add(one);
    await changes.return?.();
    expect((await waiting).done ?? false).toBe(true);
    expect(left).toEqual([changes]);
  });
});
