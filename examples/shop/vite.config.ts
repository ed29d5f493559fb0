import { defineConfig } from "vite";

export default defineConfig({
  root: "src/page",
  build: { outDir: "../../dist", emptyOutDir: true },
});
