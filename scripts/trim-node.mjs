// The `node` package contains the C headers for building native addons. No package here builds one, and
// they are a third of its size, so that they are deleted after the installation.
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../node_modules/node/node_modules/", import.meta.url));
for (const platform of ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]) {
  rmSync(`${modules}node-${platform}/include`, { recursive: true, force: true });
}
