#!/bin/sh
# Next.js 16.4.3, Turbopack and its minifier. React 19.2.
#
# A module has eight constants, each made by a call that is marked as pure of a function that mentions the
# one before, as validators of nested schemas do. Nothing uses them; a page imports another constant of
# the module. In a second version, the eight are functions.
#
# Guess: neither version is in the bundle, as with esbuild. Seen: the functions are not, and of the
# constants only the last is dropped, to which no other refers.
#
# Exits with 0 if it still does so, and with 1 if not.

set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "sideEffects": false }' > package.json
npm install --silent --no-audit --no-fund next@16.4.3 react@19.2.0 react-dom@19.2.0

mkdir app
cat > app/layout.jsx <<'JS'
export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
JS
cat > app/page.jsx <<'JS'
"use client";
import { used } from "../rules.js";
export default function Page() {
  return <button onClick={() => console.log(used("wanted"))}>call</button>;
}
JS

# Counts the unused rules in the bundle, of the form that a function of awk prints.
count() {
  {
    echo 'function make(name) { return (value) => [name(), value]; }'
    echo 'export function used(value) { return make(() => "used")(value); }'
    awk "$1"
    echo 'export const all = (value) => rule8(value);'
  } > rules.js
  rm -rf .next
  NEXT_TELEMETRY_DISABLED=1 npx next build > log.txt 2>&1 || { tail -20 log.txt >&2; exit 1; }
  cat .next/static/chunks/*.js | grep -o 'unused_[0-9]' | sort -u | wc -l | tr -d ' '
}
constants=$(count 'BEGIN { for (i = 1; i <= 8; i++)
  print "const rule" i " = /* @__PURE__ */ make(() => [\"unused_" i "\"" (i > 1 ? ", rule" i-1 : "") "]);" }')
functions=$(count 'BEGIN { for (i = 1; i <= 8; i++)
  print "function rule" i "(value) { return make(() => [\"unused_" i "\"" (i > 1 ? ", rule" i-1 : "") "])(value); }" }')
echo "unused constants in the bundle: $constants of 8"
echo "unused functions in the bundle: $functions of 8"
[ "$constants" -gt 0 ] && [ "$functions" -eq 0 ]
