// Installs TypeSpec's specs and their server, for the test command: `npm run spector` does so, too.

import { installSpector } from "./installation.ts";

await installSpector();
