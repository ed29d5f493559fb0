// `#parts` of package.json in Node. `on-demand.ts` has the same names.

import * as signing from "../../signing/sign-upgrade.ts";
import * as numbered from "../numbered/index.ts";
import * as usual from "../topics/session/usual-frames.ts";

/** Returns the code that numbered channels need. */
export function loadNumbered(): typeof numbered {
  return numbered;
}

/** Returns the code that signed channels need. */
export function loadSigning(): typeof signing {
  return signing;
}

/** Returns the code that reads the usual frames of topics faster. */
export function loadUsual(): typeof usual {
  return usual;
}
