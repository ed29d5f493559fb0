import { defineConfig } from "vite";

export default defineConfig({
  root: "src/page",
  build: {
    outDir: "../../dist-web",
    emptyOutDir: true,
    rolldownOptions: {
      // TanStack Query marks modules for server components. This page has no such components.
      onwarn: (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning),
    },
  },
});
