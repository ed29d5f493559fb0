export { printPaths } from "./print-paths.ts";
