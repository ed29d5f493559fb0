import { execFile } from "node:child_process";
import { toolsFolder, toolsPath } from "./tools-folder.ts";

export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  /** Its stdout and stderr. */
  readonly output: string;
}

/** Runs a program in the folder of the tools, without telemetry. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly timeoutMs?: number } = {},
): Promise<ProgramResult> {
  const env = {
    ...process.env,
    PATH: toolsPath,
    NO_COLOR: "1",
    NODE_OPTIONS: "",
    PUPPETEER_SKIP_DOWNLOAD: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  return await new Promise((resolve) => {
    const settings = {
      cwd: toolsFolder,
      env,
      maxBuffer: 1 << 28,
      timeout: options.timeoutMs ?? 600_000,
    };
    execFile(program, args, settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, stdout, output: `${stdout}\n${stderr}` });
    });
  });
}
