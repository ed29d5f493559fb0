/** A text that may stay, with the reason. */
export interface Exception {
  readonly path: string;
  /** A part of the text that is reported. */
  readonly text: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  {
    path: "generators/site/src/assets/style/changes.ts",
    text: " { ",
    reason: "A style sheet.",
  },
  {
    path: "generators/site/src/assets/style/code.ts",
    text: " { ",
    reason: "A style sheet.",
  },
  {
    path: "generators/site/src/assets/style/elements.ts",
    text: " { ",
    reason: "A style sheet.",
  },
  {
    path: "generators/site/src/assets/style/fields.ts",
    text: " { ",
    reason: "A style sheet.",
  },
  {
    path: "generators/site/src/assets/style/frame.ts",
    text: " { ",
    reason: "A style sheet.",
  },
  {
    path: "generators/site/src/assets/style/reference.ts",
    text: " { ",
    reason: "A style sheet.",
  },
  {
    path: "generators/site/src/console/console-style.ts",
    text: " { ",
    reason: "A style sheet.",
  },
  {
    path: "generators/diff/src/report/html.ts",
    text: ":root { ",
    reason: "A style sheet.",
  },
  {
    path: "generators/site/src/assets/page-script.ts",
    text: "(",
    reason: "A script.",
  },
  {
    path: "generators/site/src/assets/search-script.ts",
    text: "(",
    reason: "A script.",
  },
  {
    path: "generators/site/src/assets/suggest-script.ts",
    text: "(",
    reason: "A script.",
  },
  {
    path: "generators/site/src/text/highlight-sample.ts",
    text: "not is None",
    reason: "The keywords of Python.",
  },
  {
    path: "generators/cli/src/init/propose-name.ts",
    text: "a an and",
    reason: "A list of words.",
  },
  {
    path: "generators/cli/src/commands/add-changeset-command.ts",
    text: "Examples:",
    reason: "Lines of a help text, without full stops.",
  },
  {
    path: "generators/cli/src/commands/add-diff-command.ts",
    text: "Examples:",
    reason: "Lines of a help text, without full stops.",
  },
  {
    path: "generators/cli/src/commands/add-mock-command.ts",
    text: "Examples:",
    reason: "Lines of a help text, without full stops.",
  },
  {
    path: "generators/cli/src/commands/add-publish-command.ts",
    text: "Examples:",
    reason: "Lines of a help text, without full stops.",
  },
  {
    path: "generators/cli/src/program.ts",
    text: "Examples:",
    reason: "Lines of a help text, without full stops.",
  },
];
