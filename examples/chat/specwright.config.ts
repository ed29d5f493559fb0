import { builtInEmitters, type Config } from "@specwright/cli";

const emitters = builtInEmitters(["types", "codec", "client", "server"]);

const config: Config = {
  contracts: [{ input: "asyncapi.yaml", output: "src/gen", emitters }],
};

export default config;
