// `--paths` in two projects. TypeScript 7 has no JavaScript API, so that openapi-typescript calls the
// compiler in ts-morph, which the command advises to install. TypeScript 5.9 is called directly.

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { installNode22, isOnline } from "./node-22.ts";
import { publishPackages } from "./publish-packages.ts";
import { startRegistry, type TestRegistry } from "./registry.ts";
import { type Ending, run } from "./run.ts";

const root = new URL("../..", import.meta.url).pathname;
const online = await isOnline();
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const use = (module: string): string => `import type { paths } from "${module}";

type Books = paths["/books"]["get"]["responses"][200]["content"]["application/json"];
export const books: Books = [];
// @ts-expect-error: a list of books is not a text.
export const wrong: Books = "";
`;

describe.skipIf(!online)("--paths (skipped without the npm registry)", () => {
  let folder: string;
  let registry: TestRegistry;
  let node22: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "specwright-paths-"));
    registry = await startRegistry();
    node22 = dirname(await installNode22(root));
    await publishPackages(registry, folder, ["generators/cli"]);
  });

  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    { node: 22, typescript: 7, type: "commonjs", file: "use.mts", module: "./gen/paths.mjs" },
    { node: 24, typescript: 7, type: "module", file: "use.ts", module: "./gen/paths.js" },
    { node: 24, typescript: 5.9, type: "module", file: "use.ts", module: "./gen/paths.js" },
  ])(
    "works with TypeScript $typescript, $type, Node $node",
    async ({ node, typescript, type, file, module }) => {
      const project = join(folder, `${type}-${typescript}`);
      const bin = node === 22 ? node22 : dirname(process.execPath);
      const PATH = `${bin}${delimiter}${process.env["PATH"]}`;
      const go = (line: string): Promise<Ending> => {
        const [command = "", ...args] = line.split(" ");
        return run(project, command, args, { PATH });
      };
      const succeed = async (line: string): Promise<string> => {
        const { code, output } = await go(line);
        expect(code, `${line}\n${output}`).toBe(0);
        return output;
      };
      mkdirSync(join(project, "src"), { recursive: true });
      copyFileSync(
        join(import.meta.dirname, "documents/openapi.yaml"),
        join(project, "openapi.yaml"),
      );
      writeFileSync(join(project, "package.json"), JSON.stringify({ type }));
      writeFileSync(join(project, "src", file), use(module));
      const settings = `@specwright:registry=${registry.url}\nfund=false\naudit=false\nprefer-offline=true\n`;
      writeFileSync(join(project, ".npmrc"), settings);
      await succeed(`npm install -D typescript@${typescript} @specwright/cli`);

      const generate =
        "npx specwright generate --input openapi.yaml --output src/gen --emit types --paths";
      if (typescript === 7) {
        const refused = await go(generate);
        expect(refused.code).toBe(1);
        const [, advice = ""] = /`(npm install [^`]+)`/.exec(refused.output) ?? [];
        expect(advice).toBe("npm install --save-dev ts-morph@28");
        await succeed(advice);
      }
      await succeed(generate);

      expect(await succeed("npx tsc --version")).toContain(`Version ${typescript}.`);
      await succeed(`npx tsc --noEmit --strict --module nodenext src/${file}`);
    },
  );
});
