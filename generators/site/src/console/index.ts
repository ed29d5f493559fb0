export { type Consoles, loadConsoles } from "./load-consoles.ts";
