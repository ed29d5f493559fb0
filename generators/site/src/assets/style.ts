import { changesStyle } from "./style/changes.ts";
import { codeStyle } from "./style/code.ts";
import { colorStyle } from "./style/colors.ts";
import { elementStyle } from "./style/elements.ts";
import { fieldStyle } from "./style/fields.ts";
import { frameStyle } from "./style/frame.ts";
import { referenceStyle } from "./style/reference.ts";

/** The style sheet of all pages. */
export const styleText: string = [
  colorStyle,
  elementStyle,
  frameStyle,
  referenceStyle,
  fieldStyle,
  codeStyle,
  changesStyle,
].join("\n");
