#!/bin/sh
# yaml 2.9.1, `stringify` with its default options, of a text as descriptions in OpenAPI documents have
# it: it starts with a space, its first line is longer than 80 characters, and it has a second line.
#
# Guess: `parse` returns the text. Seen: it returns another one. A new line break stands inside of the
# first line, and the one between the lines has become a space. The text is printed as a folded block,
# where lines that start with a space are not joined again.
#
# Exits with 0 if it still does so, and with 1 if not.

set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts yaml@2.9.1

cat > run.js <<'EOF'
import { parse, stringify } from "yaml";

const first = "Returns the payment with its captures, refunds and cancellations, and the time of each of them.";
const description = ` ${first}\nIt takes no parameters.`;
const back = parse(stringify({ description })).description;
console.log(JSON.stringify(back));
const isFolded = back.startsWith(` ${first.slice(0, 40)}`) && back.split("\n")[0].length < first.length;
console.log(back === description ? "the same text" : "another text");
process.exit(back !== description && isFolded ? 0 : 1);
EOF
node run.js
