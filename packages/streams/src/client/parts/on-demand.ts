// Loads optional code of a channel in browsers, when a channel needs it. This is `#parts` in package.json.

type Numbered = typeof import("../numbered/index.ts");
type Signing = typeof import("../../signing/sign-upgrade.ts");

let numbered: Numbered | undefined;
let signing: Signing | undefined;

/** Returns the code for channels with numbered frames, or a promise of it while it loads. */
export function loadNumbered(): Numbered | Promise<Numbered> {
  return (
    numbered ??
    import("../numbered/index.ts").then((loaded) => {
      numbered = loaded;
      return loaded;
    })
  );
}

/** Returns the code for channels with signed upgrades, or a promise of it while it loads. */
export function loadSigning(): Signing | Promise<Signing> {
  return (
    signing ??
    import("../../signing/sign-upgrade.ts").then((loaded) => {
      signing = loaded;
      return loaded;
    })
  );
}

/**
 * Returns undefined in browsers: a page receives few frames, and its bundle is smaller without the fast
 * path.
 */
export function loadUsual(): undefined {
  return undefined;
}
