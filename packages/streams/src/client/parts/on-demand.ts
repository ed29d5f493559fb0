// `#parts` of package.json in browsers: a page loads only the code that its channels need.

type Numbered = typeof import("../numbered/index.ts");
type Signing = typeof import("../../signing/sign-upgrade.ts");

let numbered: Numbered | undefined;
let signing: Signing | undefined;

/** Returns the code that numbered channels need, or loads it. */
export function loadNumbered(): Numbered | Promise<Numbered> {
  return (
    numbered ??
    import("../numbered/index.ts").then((loaded) => {
      numbered = loaded;
      return loaded;
    })
  );
}

/** Returns the code that signed channels need, or loads it. */
export function loadSigning(): Signing | Promise<Signing> {
  return (
    signing ??
    import("../../signing/sign-upgrade.ts").then((loaded) => {
      signing = loaded;
      return loaded;
    })
  );
}

/** Undefined in browsers: a page receives few frames, and its bundle is smaller without this code. */
export function loadUsual(): undefined {
  return undefined;
}
