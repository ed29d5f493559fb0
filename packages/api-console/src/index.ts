export type { ConsoleSettings } from "./browser/console-settings.ts";
export type { ConsoleFile } from "./console-files.ts";
export {
  type Consoles,
  type InterfaceConsole,
  type LoadConsolesOptions,
  type LoadedConsoles,
  loadConsoles,
} from "./load-consoles.ts";
