import { builtInEmitters, type Config } from "@specwright/cli";
import { tanstackQueryEmitter } from "@specwright/emit";

const emitters = [
  ...builtInEmitters(["types", "codec", "client", "server"]),
  tanstackQueryEmitter(),
];

const config: Config = {
  contracts: [{ input: "openapi.yaml", output: "src/gen", emitters }],
};

export default config;
