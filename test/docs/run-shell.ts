// Runs the commands of a page in a new project. `npx specwright` runs this repository's command; `npm
// install` only checks that the packages exist.

import { execFile } from "node:child_process";
import { chmod, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { type PageDocument, root } from "./pages.ts";

const execute = promisify(execFile);
const programs = join(root, ".tmp/docs-programs");

const npx = `#!/bin/bash
if [ "$1" = specwright ]; then
  shift
  exec "${process.execPath}" --conditions=@specwright/source "${root}/generators/cli/src/bin.ts" "$@"
fi
exec "${root}/node_modules/.bin/$1" "\${@:2}"
`;

/** Packages on pages that are not installed here. */
const elsewhere = [
  ...["swagger2openapi", "temporal-polyfill", "ts-morph", "openapi-fetch", "sirv"],
  ...["react", "react-dom", "@types/react-dom"],
];

const npm = `#!/bin/bash
if [ "$1" != install ]; then PATH="$ORIGINAL_PATH" exec npm "$@"; fi
for name in "\${@:2}"; do
  case "$name" in
    -*|${elsewhere.join("|")}) ;;
    *) name="\${name%@[0-9^~l]*}"
       [ -e "${root}/node_modules/$name" ] || { echo "There is no package $name." >&2; exit 1; } ;;
  esac
done
`;

const projects = join(root, ".tmp/docs-projects");
/** The first project of each document; later ones are copies of it. */
const firstProjects = new Map<string, Promise<string>>();

/** Creates a project with a document, a configuration, generated code and a commit. */
export async function createProject(name: string, document: PageDocument): Promise<string> {
  const number = firstProjects.size + 1;
  const first =
    firstProjects.get(document.text) ?? createFirstProject(`.document-${number}`, document);
  firstProjects.set(document.text, first);
  const folder = join(projects, name);
  await rm(folder, { recursive: true, force: true });
  await cp(await first, folder, { recursive: true });
  return folder;
}

async function createFirstProject(name: string, document: PageDocument): Promise<string> {
  const folder = join(projects, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "src"), { recursive: true });
  await mkdir(programs, { recursive: true });
  for (const [program, text] of Object.entries({ npx, npm })) {
    await writeFile(join(programs, program), text);
    await chmod(join(programs, program), 0o755);
  }
  await cp(join(root, "examples/shop/tsconfig.json"), join(folder, "tsconfig.json"));
  const manifest = { name: "shop", version: "1.0.0", private: true, type: "module" };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(folder, document.name), document.text);
  await writeFile(
    join(folder, "specwright.config.ts"),
    `import { builtInEmitters, defineConfig } from "@specwright/cli";

const emitters = builtInEmitters(["types", "codec", "client", "server"]);
export default defineConfig({
  contracts: [{ input: "${document.name}", output: "src/gen", emitters }],
});
`,
  );
  await runShell(
    folder,
    `npx specwright generate --quiet
git init --quiet --initial-branch=main
git add .
git commit --quiet --message "Describe the shop"
git tag shop@1.0.0
git update-ref refs/remotes/origin/main HEAD
`,
  );
  return folder;
}

/** Runs commands in a project. Rejects with their output at the first one that fails. */
export async function runShell(folder: string, commands: string): Promise<string> {
  const { PATH = "" } = process.env;
  const env = {
    ...process.env,
    PATH: [programs, join(process.execPath, ".."), PATH].join(delimiter),
    ORIGINAL_PATH: [join(process.execPath, ".."), PATH].join(delimiter),
    NO_COLOR: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "Ann",
    GIT_AUTHOR_EMAIL: "ann@example.com",
    GIT_COMMITTER_NAME: "Ann",
    GIT_COMMITTER_EMAIL: "ann@example.com",
  };
  try {
    const script = `set -eo pipefail\n${commands}`;
    const { stdout } = await execute("bash", ["-c", script], {
      cwd: folder,
      env,
      timeout: 100_000,
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = Object(error);
    throw new Error(`${commands}\n${stdout}${stderr}`, { cause: error });
  }
}

/** Rejects if the shell cannot read the commands. */
export async function parseShell(commands: string): Promise<void> {
  await execute("bash", ["-n", "-c", commands]);
}
