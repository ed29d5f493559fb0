// The frameworks that a REST server can be mounted in.

import { declaredPackages, type Project } from "../project/project.ts";

/** The name of a framework, for options. */
export type FrameworkName = "node" | "fetch" | "fastify" | "hono" | "express";

/** The packages and files that a project needs to serve operations in a framework. */
export interface Framework {
  /** Its name in questions. */
  readonly label: string;
  /** The package that shows that a project uses the framework. */
  readonly package?: string;
  /**
   * The packages of the framework in tested versions, and packages with types if a package has no types of
   * its own.
   */
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  /** The section about it in `docs/frameworks.md`. */
  readonly section: string;
}

/** The frameworks by name; the first is the default. */
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

/** The names of the frameworks, for options. */
export const frameworkNames: readonly FrameworkName[] = [
  "node",
  "fastify",
  "hono",
  "express",
  "fetch",
];

/** Returns the framework that a project already uses, if it is a known one. */
export function findFramework({ manifest }: Project): FrameworkName | undefined {
  const present = declaredPackages(manifest);
  return frameworkNames.find((name) => present.has(frameworks[name].package ?? ""));
}
