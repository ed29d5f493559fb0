#!/bin/sh
# Redocly CLI 2.77.0, `redocly diff` on OpenAPI 3.1.
#
# A response had the schema `$ref: Pet`. It now has `allOf: [{ $ref: Pet }, { type: object, properties:
# { tag: ... } }]`: every property of `Pet` is still there, and an optional one came.
#
# Guess: no breaking change. Seen: three breaking changes ("major"): the type widened to "any", all
# properties were removed, and `id` is no longer required. The parts of an `allOf` are not merged.
#
# Exits with 0 if it still does so, and with 1 if not.

set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @redocly/cli@2.77.0

document() {
  cat <<EOF
openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/first:
    get:
      operationId: firstPet
      responses:
        '200':
          description: The first pet
          content:
            application/json:
              schema: $1
components:
  schemas:
    Pet:
      type: object
      required: [id]
      properties: { id: { type: integer } }
EOF
}
pet="{ \$ref: '#/components/schemas/Pet' }"
document "$pet" > base.yaml
document "{ allOf: [$pet, { type: object, properties: { tag: { type: string } } }] }" > revision.yaml

npx redocly diff base.yaml revision.yaml --format json --fail-on none --output report.json > log.txt 2>&1 ||
  { cat log.txt; exit 1; }
node -e '
  const { changes } = JSON.parse(require("node:fs").readFileSync("report.json", "utf8"));
  const major = changes
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ impact }) => impact === "major")
    .map(({ ruleId, message }) => `${ruleId}: ${message}`);
  console.log(major.join("\n") || "nothing breaking");
  process.exitCode = major.some((each) => each.startsWith("property-removed")) ? 0 : 1;
'
