#!/usr/bin/env node
// Is in the repository, unlike what the build makes, so that npm can link it when it installs.
import "../dist/bin.js";
