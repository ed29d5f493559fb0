import { type Printable, printLayout } from "@specwright/emit-kit";

/** Tells whether printed code names a parameter: one that it does not name must be left out, or compilers complain. */
export function mentions(code: Printable, name: string): boolean {
  // Neither a member of that name, nor a part of a longer name, nor a text that is just that.
  return new RegExp(`(?<![\\w$"]|[\\w$)\\]]\\.)${name}(?![\\w$"])`).test(printLayout(code));
}
