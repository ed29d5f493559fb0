// The frameworks in which a REST server can run.

import { declaredPackages, type Project } from "../project/project.ts";

/** The name of a framework on the command line. */
export type FrameworkName = "node" | "fetch" | "fastify" | "hono" | "express";

/** The packages and documentation for serving operations in a framework. */
export interface Framework {
  /** The name of the framework in questions. */
  readonly label: string;
  /** If a project depends on this package, it uses the framework. */
  readonly package?: string;
  /** The packages of the framework, in tested versions. `devDependencies` adds types to packages without types. */
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  /** The part of the link after `docs/frameworks.md`: the anchor of the framework's section. */
  readonly section: string;
}

/** The frameworks by their names. The first is the default. */
export const frameworks: Readonly<Record<FrameworkName, Framework>> = {
  node: {
    label: "none: Node's http module",
    dependencies: [],
    devDependencies: [],
    section: "",
  },
  fastify: {
    label: "Fastify",
    package: "fastify",
    dependencies: ["fastify@5"],
    devDependencies: [],
    section: "#fastify",
  },
  hono: {
    label: "Hono",
    package: "hono",
    dependencies: ["hono@4", "@hono/node-server@2"],
    devDependencies: [],
    section: "#hono",
  },
  express: {
    label: "Express",
    package: "express",
    dependencies: ["express@5"],
    devDependencies: ["@types/express@5"],
    section: "#express-5",
  },
  fetch: {
    label: "a function of Request that returns a Response (Deno, Bun, workers, Next.js)",
    dependencies: [],
    devDependencies: [],
    section: "#fetch",
  },
};

/** The names of the frameworks in the order of the question. */
export const frameworkNames: readonly FrameworkName[] = [
  "node",
  "fastify",
  "hono",
  "express",
  "fetch",
];

/** Returns the framework that a project already uses; undefined if it does not use a known framework. */
export function findFramework({ manifest }: Project): FrameworkName | undefined {
  const present = declaredPackages(manifest);
  return frameworkNames.find((name) => present.has(frameworks[name].package ?? ""));
}
