// Installs TypeSpec's specs and their server for the tests, as `npm run spector` does.

import { installSpector } from "./installation.ts";

await installSpector();
