// Finds where the values of a template are inserted. Parses the HTML of the template as browsers do.

/** Where a value is inserted: in text, in a quoted attribute, or as the whole value of a URL attribute. */
export type Slot = "text" | "attribute" | "address";

const addressAttributes: ReadonlySet<string> = new Set(["href", "src", "action"]);

type State =
  | { readonly at: "text" }
  | { readonly at: "tag"; readonly isScript: boolean }
  | {
      readonly at: "value";
      readonly name: string;
      readonly isStart: boolean;
      readonly isScript: boolean;
    };

const unsafeAttribute = /^(?:on|style$|srcset$|srcdoc$|formaction$|poster$|ping$|http-equiv$)/;

/**
 * Finds the positions of all slots of a template.
 *
 * @throws {TypeError} A slot is in a script, in a style, or in a tag outside of a quoted attribute.
 */
export function templateSlots(strings: readonly string[]): readonly Slot[] {
  const slots: Slot[] = [];
  let state: State = { at: "text" };
  for (const [index, text] of strings.entries()) {
    state = readToEnd(text, state);
    if (index === strings.length - 1) break;
    slots.push(slotAt(state, text));
    if (state.at === "value") state = { ...state, isStart: false };
  }
  if (state.at !== "text") throw new TypeError("A template ends within a tag.");
  return slots;
}

function slotAt(state: State, before: string): Slot {
  if (state.at === "tag") {
    throw new TypeError(`A slot in a tag must be in double quotes: ${before.slice(-40)}`);
  }
  if (state.at === "text") return "text";
  if (unsafeAttribute.test(state.name)) {
    throw new TypeError(`The attribute ${state.name} cannot have a slot.`);
  }
  if (!addressAttributes.has(state.name)) return "attribute";
  if (!state.isStart) throw new TypeError(`An address is a single slot: ${before.slice(-40)}`);
  return "address";
}

/** Parses one string of a template. Returns the state of the parser after this string. */
function readToEnd(text: string, start: State): State {
  let state = start;
  let at = 0;
  while (at < text.length) {
    if (state.at === "text") {
      const open = text.indexOf("<", at);
      if (open < 0) return state;
      state = openTag(text.slice(open, open + 10));
      at = open + 1;
    } else if (state.at === "tag") {
      const next = /[^"'>]*?(?:([\w:-]+)="|(>)|(["']))/y;
      next.lastIndex = at;
      const match = next.exec(text);
      if (match === null) return state;
      if (match[3] !== undefined) throw new TypeError(`A quote is out of place: ${text}`);
      at = next.lastIndex;
      if (match[1] !== undefined) {
        const { isScript } = state;
        state = { at: "value", name: match[1].toLowerCase(), isStart: true, isScript };
        continue;
      }
      if (state.isScript && !text.startsWith("</script>", at)) {
        throw new TypeError("A script of a template must be a file.");
      }
      state = { at: "text" };
    } else {
      const close = text.indexOf('"', at);
      if (close < 0) return { ...state, isStart: false };
      state = { at: "tag", isScript: state.isScript };
      at = close + 1;
    }
  }
  return state;
}

function openTag(tag: string): State {
  if (!/^<[a-z/!]/i.test(tag) || /^<(?:style|!--|textarea|noscript|svg:)/i.test(tag)) {
    throw new TypeError(`A template cannot have ${tag}`);
  }
  return { at: "tag", isScript: /^<script/i.test(tag) };
}
