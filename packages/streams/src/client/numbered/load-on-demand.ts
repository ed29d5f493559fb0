// `#numbered` of package.json in browsers: a page without numbered channels does not load it.

type Numbered = typeof import("./index.ts");

let numbered: Numbered | undefined;

/** Returns what numbered and signed channels need, or loads it. */
export function loadNumbered(): Numbered | Promise<Numbered> {
  return (
    numbered ??
    import("./index.ts").then((loaded) => {
      numbered = loaded;
      return loaded;
    })
  );
}
