import { builtInEmitters, type Config, tanstackQueryEmitter } from "@specwright/cli";

const emitters = [
  ...builtInEmitters(["types", "codec", "client", "server"]),
  tanstackQueryEmitter(),
];

const config: Config = {
  contracts: [{ input: "openapi.yaml", output: "src/gen", emitters }],
};

export default config;
