// Loads optional code of a channel in Node, at once. This is `#parts` in package.json. `on-demand.ts` has
// the same exports.

import * as signing from "../../signing/sign-upgrade.ts";
import * as numbered from "../numbered/index.ts";
import * as usual from "../topics/session/usual-frames.ts";

/** Returns the code for channels with numbered frames. */
export function loadNumbered(): typeof numbered {
  return numbered;
}

/** Returns the code for channels with signed upgrades. */
export function loadSigning(): typeof signing {
  return signing;
}

/** Returns the fast path for the usual frames of topics. */
export function loadUsual(): typeof usual {
  return usual;
}
