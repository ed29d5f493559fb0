// `#numbered` of package.json in Node. `load-on-demand.ts` has the same names.

import * as numbered from "./index.ts";

/** Returns what numbered and signed channels need. */
export function loadNumbered(): typeof numbered {
  return numbered;
}
