#!/usr/bin/env node
// Is in the repository, unlike what the build makes, so that npm can link it when it installs. Any
// Node can run it: the version is checked before the command itself is loaded.
const oldest = 22;

if (Number.parseInt(process.versions.node, 10) >= oldest) {
  import("../dist/bin.js");
} else {
  process.stderr.write(
    `specwright needs Node ${oldest} or newer; this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
}
