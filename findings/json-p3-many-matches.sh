#!/bin/sh
# json-p3 2.3.1, JSONPath (RFC 9535).
#
# A query selects all members of an object with 200,000 members.
#
# Guess: `query` and `lazyQuery` give the same nodes, the first as a list. Seen: `lazyQuery` gives 200,000 nodes, and
# `query` throws a RangeError, since it passes the nodes of a segment to one call as arguments. Tools that apply
# overlays with `query` fail on large documents, and not on small ones.
#
# Exits with 0 if it still does so, and with 1 if not.

set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts json-p3@2.3.1

node -e '
  const { compile } = require("json-p3");
  const names = Array.from({ length: 200_000 }, (_, index) => [`name${index}`, {}]);
  const value = { schemas: Object.fromEntries(names) };
  const query = compile("$.schemas.*");
  const lazy = [...query.lazyQuery(value)].length;
  let listed;
  try {
    listed = query.query(value).nodes.length;
  } catch (error) {
    listed = error.name;
  }
  console.log(JSON.stringify({ lazy, listed }));
  process.exitCode = lazy === 200_000 && listed === "RangeError" ? 0 : 1;
'
