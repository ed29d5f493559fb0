import type { ImportExtension, Split } from "@specwright/emit/print";
import { type Command, Option } from "commander";
import { codeEmitterNames, emitterNames } from "../project/emitter-names.ts";
import {
  appendValue,
  fileCount,
  formatsHelp,
  lenientHelp,
  maxFilesHelp,
  openEnumsHelp,
  overlayHelp,
} from "./option-help.ts";

/** Creates the option `--responses`, which several commands share. */
export function responsesOption(): Option {
  return new Option(
    "--responses <mode>",
    "what a client does if a response breaks the document (default: error)",
  ).choices(["error", "report"]);
}

/**
 * Adds the options that `generate`, `check` and `implement` share: the document, the emitters, and the
 * output folder.
 */
export function targetOptions(command: Command): Command {
  return command
    .option(
      "--config <file>",
      "the configuration file (default: specwright.config.ts here, or in the workspaces)",
    )
    .option("--input <document>", "a document, instead of a configuration file")
    .option("--output <folder>", "the folder for the files of --input")
    .option("--overlay <file>", overlayHelp, appendValue)
    .option(
      "--emit <list>",
      `what to write, of ${emitterNames.join(",")} (default: ${codeEmitterNames.join(",")})`,
    )
    .option(
      "--name <name>",
      "start of the names of client and handlers (default: the document's title)",
    )
    .option("--tag <tag>", "only operations with this tag; may be repeated", appendValue)
    .option("--path <glob>", "only operations with this path, such as /orders/**", appendValue)
    .option("--operation <id>", "only operations with this id, such as list*", appendValue)
    .option("--no-deprecated", "leave deprecated operations out")
    .addOption(
      new Option(
        "--perspective <side>",
        "whose side an AsyncAPI document is written from (default: provider)",
      ).choices(["provider", "consumer"]),
    )
    .addOption(
      new Option("--int64 <type>", "the type of 64-bit integers (default: bigint)").choices([
        "bigint",
        "number",
        "string",
      ]),
    )
    .addOption(
      new Option("--dates <type>", "the type of dates and times (default: string)").choices([
        "string",
        "Date",
        "Temporal",
      ]),
    )
    .addOption(
      new Option(
        "--import-extension <extension>",
        "how the files import each other; mts and mjs write .mts files (default: what compiles with the tsconfig.json there)",
      ).choices(["js", "ts", "mjs", "mts", "none"] satisfies ImportExtension[]),
    )
    .option("--type-check", "omit `@ts-nocheck`, so that your compiler checks the files too")
    .addOption(
      new Option(
        "--split <what>",
        "split files by schema, or by the tag of operations (default: one file per module)",
      ).choices(["schema", "tag"] satisfies Split[]),
    )
    .addOption(
      new Option("--decimals <type>", "the type of decimals (default: as in JSON)").choices([
        "string",
        "Decimal",
      ]),
    )
    .addOption(
      new Option(
        "--defaults <use>",
        "whether readers set absent properties to their default (default: ignore)",
      ).choices(["ignore", "apply"]),
    )
    .addOption(
      new Option("--zod-target <module>", "the zod to import (default: zod)").choices([
        "zod",
        "zod/mini",
      ]),
    )
    .addOption(
      new Option(
        "--group-by <what>",
        "group the methods of a client (default: not at all)",
      ).choices(["tag"]),
    )
    .option("--formats <use>", formatsHelp, appendValue)
    .option("--open-enums", openEnumsHelp)
    .addOption(
      new Option(
        "--missing <mode>",
        "what a client does if a response only lacks required members (default: error)",
      ).choices(["error", "report"]),
    )
    .addOption(responsesOption())
    .option("--paths", "also write paths.ts, the types openapi-fetch takes")
    .option("--enum-objects", "also write each named enum as an object with its values")
    .option("--root <folder>", "the folder that must hold all referenced files")
    .option("--allow-remote", "follow references to URLs")
    .option("--max-files <count>", maxFilesHelp, fileCount)
    .option("--lenient", lenientHelp);
}
