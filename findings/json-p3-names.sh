#!/bin/sh
# json-p3 2.3.1, a JSONPath library that says it follows RFC 9535, and jsonpath-rfc9535 1.3.0.
#
# Two queries for a member by its name: `$.x-tag`, where the RFC has no hyphen in a name without quotes,
# and `$['\u0001']`, which the RFC allows (section 2.3.1.1: an escape of any code point that is not a
# surrogate).
#
# Guess: both libraries refuse the first query and run the second. Seen: json-p3 runs the first and
# refuses the second; jsonpath-rfc9535 does what the RFC says.
#
# Exits with 0 if it is still so, and with 1 if not.

set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts json-p3@2.3.1 jsonpath-rfc9535@1.3.0

cat > run.js <<'EOF'
import { jsonpath } from "json-p3";
import { query } from "jsonpath-rfc9535";

const document = { "x-tag": 1, "\u0001": 2 };
const attempt = (run) => {
  try {
    return JSON.stringify(run());
  } catch (error) {
    return "refused";
  }
};
const seen = ["$.x-tag", "$['\\u0001']"].map((text) => [
  attempt(() => jsonpath.query(text, document).values()),
  attempt(() => query(document, text)),
]);
console.log(JSON.stringify(seen));
const want = [["[1]", "refused"], ["refused", "[2]"]];
process.exit(JSON.stringify(seen) === JSON.stringify(want) ? 0 : 1);
EOF
node run.js
