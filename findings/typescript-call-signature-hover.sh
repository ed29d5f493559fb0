#!/bin/sh
# TypeScript 5.9.3, the language service that editors use, at a call `client.readPet()`.
#
# The member `readPet` has a doc comment. Its type is an interface with a call signature, which has a doc
# comment of its own, as types of generated methods have. In a second version, the type is the same as a
# function type.
#
# Guess: an editor shows the comment of `readPet`, and opens `readPet`. Seen: with the interface it shows
# the comment of the call signature and opens two places; with the function type, the comment of `readPet`
# and one place.
#
# Exits with 0 if it still does so, and with 1 if not.

set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts typescript@5.9.3

client() {
  cat <<EOF
$1
export interface Client {
  /** Reads a pet. */
  readonly readPet: Method<string>;
}
declare const client: Client;
client.readPet();
EOF
}
client 'export interface Method<T> {
  /** Resolves with a response. */
  (): Promise<T>;
}' > interface.ts
client 'export type Method<T> = () => Promise<T>;' > function.ts

cat > ask.cjs <<'EOF'
const ts = require("typescript");
const seen = ["interface.ts", "function.ts"].map((file) => {
  const text = ts.sys.readFile(file);
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ strict: true, types: [] }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const content = ts.sys.readFile(path);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
  const at = text.lastIndexOf("readPet");
  const shown = ts.displayPartsToString(service.getQuickInfoAtPosition(file, at).documentation);
  return `${file}: "${shown}", ${service.getDefinitionAtPosition(file, at).length} places`;
});
console.log(seen.join("\n"));
const wanted = ['interface.ts: "Resolves with a response.", 2 places', 'function.ts: "Reads a pet.", 1 places'];
process.exitCode = seen.join() === wanted.join() ? 0 : 1;
EOF
node ask.cjs
