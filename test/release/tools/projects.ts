// New projects of bundlers and runtimes, created by their own commands.

import {
  edgeHandler,
  edgeRun,
  jestTest,
  nextButton,
  nextLayout,
  nextPage,
  type Place,
  plainServer,
  printing,
  worker,
  workerRun,
} from "./programs.ts";

type Files = Readonly<Record<string, string>>;

/** A project: from an empty folder to a printed response. */
export interface ToolProject {
  readonly name: string;
  /** Commands that create the project in its folder. */
  readonly create: readonly string[];
  /** Files that exist before `init`. */
  readonly before?: Files;
  /** Commands that generate handlers. */
  readonly handlers?: readonly string[];
  /** The import of the generated client in `program`. */
  readonly client: string;
  /** The files that import the client. */
  program(place: Place): Files;
  readonly build: readonly string[];
  /**
   * The commands that print the response, or arguments for npm to start a server with a page that shows it.
   */
  readonly call: readonly string[];
  readonly serves?: true;
  /** Takes more than 30 s to install. */
  readonly isSlow?: true;
}

const plain = (type?: "module"): Files => ({
  "package.json": JSON.stringify({ name: "app", private: true, type }),
  "index.js": "",
});
/** Defines the globals that a browser bundle expects while it loads. */
const page = "--import ./page.mjs";
const pageModule = `globalThis.document = {
  createElement: () => ({ relList: { supports: () => true } }),
  querySelector: () => ({ addEventListener() {} }),
};
`;

/** The projects; slow ones run only with `TOOLS=all`. */
export const toolProjects: readonly ToolProject[] = [
  {
    name: "Vite with React and TypeScript",
    create: ["npx --yes create-vite@9.3.0 . --template react-ts --no-interactive"],
    client: "./gen/client",
    program: (place) => ({ "src/main.tsx": printing(place), "page.mjs": pageModule }),
    build: ["npm run build"],
    call: [`node ${page} dist/assets/*.js`],
  },
  {
    name: "Vite with JavaScript",
    create: ["npx --yes create-vite@9.3.0 . --template vanilla --no-interactive"],
    client: "./gen/client.ts",
    program: (place) => ({ "src/main.js": printing(place), "page.mjs": pageModule }),
    build: ["npm run build"],
    call: [`node ${page} dist/assets/*.js`],
  },
  {
    name: "Rspack",
    create: ["npx --yes create-rspack@2.2.3 --dir . --template vanilla-ts --override"],
    client: "./gen/client.ts",
    program: (place) => ({ "src/index.ts": printing(place) }),
    build: ["npm run build"],
    call: ["node dist/main.js"],
  },
  {
    name: "Metro, and Hermes",
    create: [
      "npm install -D metro@0.87.1 @react-native/babel-preset@0.88.1 hermes-compiler@260318099.0.8",
    ],
    before: {
      ...plain(),
      "babel.config.js": `module.exports = { presets: ["module:@react-native/babel-preset"] };\n`,
    },
    client: "./src/gen/client",
    program: (place) => ({ "index.js": printing(place) }),
    build: ["npx metro build index.js --out bundle.js", "sh hermes.sh"],
    call: ["node bundle.js"],
    isSlow: true,
  },
  {
    name: "Jest",
    create: [
      "npm install -D jest@30.5.2 @babel/core@8.1.3 @babel/preset-env@8.0.7 @babel/preset-typescript@8.0.7",
    ],
    before: {
      ...plain(),
      "babel.config.js": `module.exports = {
  presets: [["@babel/preset-env", { targets: { node: "current" } }], "@babel/preset-typescript"],
};
`,
    },
    client: "./src/gen/client.mts",
    program: (place) => ({ "index.test.ts": jestTest(place) }),
    build: [],
    call: ["NODE_OPTIONS=--experimental-vm-modules npx jest"],
    isSlow: true,
  },
  {
    name: "Bun",
    create: ["npm install bun@1.4.5", "npx bun init -y"],
    before: { "package.json": '{"name":"app","private":true}' },
    client: "./src/gen/client",
    program: (place) => ({ "index.ts": printing(place) }),
    build: ["npx bun build index.ts --outdir dist"],
    call: ["npx bun index.ts", "npx bun dist/index.js"],
  },
  {
    name: "Deno",
    create: ["npm install deno@2.9.6", "npx deno init"],
    before: { "package.json": '{"name":"app","private":true}' },
    client: "./src/gen/client.mts",
    program: (place) => ({ "main.ts": printing(place) }),
    build: ["npx deno check main.ts"],
    call: ["npx deno run --allow-net main.ts"],
  },
  {
    name: "workerd",
    create: ["npm install -D miniflare@4.20260730.0 esbuild@0.28.2"],
    before: plain(),
    client: "./src/gen/client.mts",
    program: () => ({ "index.js": worker("./src/gen/server.mts"), "run.mjs": workerRun }),
    build: [
      "npx esbuild index.js --bundle --format=esm --outdir=dist --conditions=workerd,worker,browser --external:node:*",
    ],
    call: ["node run.mjs"],
  },
  {
    name: "Vercel's edge runtime",
    create: ["npm install -D edge-runtime@4.0.1 esbuild@0.28.2"],
    before: plain(),
    client: "./src/gen/client.mts",
    program: (place) => ({ "index.js": edgeHandler(place), "run.mjs": edgeRun }),
    build: ["npx esbuild index.js --bundle --outdir=dist --conditions=edge-light,worker,browser"],
    call: ["node run.mjs"],
  },
  {
    name: "Node without a tsconfig, serving JavaScript",
    create: [],
    before: plain("module"),
    handlers: ["npm install -D ts-morph@28", "npx specwright implement --handlers src/handlers.ts"],
    client: "./src/gen/client.ts",
    program: (place) => ({ "index.js": printing(place), "server.js": plainServer }),
    build: [],
    call: ["node index.js", "node server.js"],
  },
  {
    name: "Node with CommonJS",
    create: [],
    before: plain(),
    client: "./src/gen/client.mts",
    program: (place) => ({ "index.mjs": printing(place) }),
    build: [],
    call: ["node index.mjs"],
  },
  ...(["Turbopack", "webpack"] as const).map(
    (bundler): ToolProject => ({
      name: `Next with ${bundler}`,
      create: ["npx --yes create-next-app@16.4.3 . --yes --ts --disable-git"],
      client: "../src/gen/client",
      program: (place) => ({
        "app/page.tsx": nextPage(place),
        "app/button.tsx": nextButton(place),
        "app/layout.tsx": nextLayout,
      }),
      build: [`npx next build --${bundler.toLowerCase()}`],
      call: ["exec next start -- --port 0"],
      serves: true,
      isSlow: true,
    }),
  ),
];

/** Compiles the bundle to bytecode with Hermes for this platform. */
export const hermesScript = `case "$(uname -s)" in Darwin) os=osx-bin ;; *) os=linux64-bin ;; esac
exec "node_modules/hermes-compiler/hermesc/$os/hermesc" -emit-binary -out bundle.hbc bundle.js
`;
