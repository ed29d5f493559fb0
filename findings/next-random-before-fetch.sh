#!/bin/sh
# Next.js 16.4.3 with `cacheComponents: true`, which its template sets. React 19.2.
#
# A server component awaits a call of an HTTP client. The client draws the jitter of a possible retry with
# `Math.random()` before it sends the request, as retrying clients often do, and never needs it.
#
# Guess: the page builds, because it waits for a `fetch`, as the same page without the random number does.
# Seen: `next build` fails. The page "encountered the unstable value `Math.random()` while prerendering";
# with the number drawn after the first answer, the page builds.
#
# Exits with 0 if it still does so, and with 1 if not.

set -eu
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund next@16.4.3 react@19.2.0 react-dom@19.2.0

mkdir app
cat > next.config.mjs <<'EOF'
export default { cacheComponents: true };
EOF
cat > app/layout.jsx <<'EOF'
export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
EOF
node -e '
  const { writeFileSync } = require("node:fs");
  const server = require("node:http").createServer((_, response) => response.end("{}"));
  server.listen(0, "127.0.0.1", () => writeFileSync("port", String(server.address().port)));
' &
server=$!
until [ -s port ]; do sleep 0.1; done

# Builds the page with the body of a function that calls the server; prints how it ends.
build() {
  cat > app/page.jsx <<EOF
import { Suspense } from "react";
async function call() {
  $1
}
async function Answer() {
  return <p>{JSON.stringify(await call())}</p>;
}
export default function Page() {
  return <Suspense fallback={<p>wait</p>}><Answer /></Suspense>;
}
EOF
  rm -rf .next
  if NEXT_TELEMETRY_DISABLED=1 npx next build > log.txt 2>&1; then echo "builds"
  elif grep -q 'Math.random()' log.txt; then echo "fails: Math.random()"
  else tail -20 log.txt >&2; echo "fails"; fi
}
url="http://127.0.0.1:$(cat port)/"
before=$(build "const delay = Math.random(); const response = await fetch('$url'); if (!response.ok) await new Promise((done) => setTimeout(done, delay)); return response.json();")
after=$(build "const response = await fetch('$url'); if (!response.ok) await new Promise((done) => setTimeout(done, Math.random())); return response.json();")
echo "drawn before the request: $before"
echo "drawn when it is needed: $after"
[ "$before" = "fails: Math.random()" ] && [ "$after" = "builds" ]
