import Handlebars from "handlebars";
import { parseFault } from "./parse-fault.ts";

/** The template of one part of a mail. */
export interface TemplateSource {
  readonly text: string;
  /** The line in the file on which the template begins, counted from 1. */
  readonly line: number;
  /** Whether values are escaped for HTML. */
  readonly isHtml: boolean;
  /** The names of the variables that the template may use. */
  readonly variables: ReadonlySet<string>;
}

/** The value of a variable: a text, which is escaped in HTML, or `trustedMarkup`, which is not. */
type TemplateValue = string | Handlebars.SafeString;

/** A compiled template, or its faults with their line numbers. */
export type CompiledTemplate =
  | { readonly render: (values: Readonly<Record<string, TemplateValue>>) => string }
  | { readonly faults: readonly string[] };

/**
 * Compiles a Handlebars template that consists of variables, `#if` and `#unless`. Helpers, partials
 * and members of values are refused.
 */
export function compileTemplate(source: TemplateSource): CompiledTemplate {
  const { text, isHtml, line } = source;
  let program: hbs.AST.Program;
  try {
    program = Handlebars.parse(text);
  } catch (error) {
    const fault = parseFault(error);
    return { faults: [`line ${line - 1 + fault.line}: ${fault.what}`] };
  }
  const faults = statementFaults(program, source);
  if (faults.length > 0) return { faults };
  const render = Handlebars.create().compile(text, {
    noEscape: !isHtml,
    strict: true,
    knownHelpersOnly: true,
  });
  return { render: (values) => render(values) };
}

/** Returns markup as a value that a template inserts unescaped. */
export function trustedMarkup(html: string): TemplateValue {
  // An empty SafeString would count as true in `#if`.
  return html === "" ? "" : new Handlebars.SafeString(html);
}

function statementFaults({ body }: hbs.AST.Program, source: TemplateSource): readonly string[] {
  return body.flatMap((statement) => {
    const at = `line ${source.line - 1 + statement.loc.start.line}`;
    if (isContent(statement)) return [];
    if (isMustache(statement)) {
      if (source.isHtml && !statement.escaped) {
        return [`${at}: {{{VARIABLE}}} and {{&VARIABLE}} are not escaped; use {{VARIABLE}}`];
      }
      if (statement.params.length > 0) return [`${at}: unknown helper; helpers: if, unless`];
      return pathFaults(statement.path, at, source);
    }
    if (!isBlock(statement)) return [`${at}: partials and decorators are not supported`];
    const { path, params, program, inverse } = statement;
    const name = isPath(path) ? path.original : "";
    const [condition] = params;
    if ((name !== "if" && name !== "unless") || condition === undefined || params.length > 1) {
      return [`${at}: expected {{#if VARIABLE}} or {{#unless VARIABLE}}`];
    }
    const inner = [program, inverse].filter((part) => part !== undefined && part !== null);
    return [
      ...pathFaults(condition, at, source),
      ...inner.flatMap((part) => statementFaults(part, source)),
    ];
  });
}

function pathFaults(
  path: hbs.AST.Node,
  at: string,
  { variables }: TemplateSource,
): readonly string[] {
  const name = isPath(path) ? path.original : undefined;
  if (name !== undefined && variables.has(name)) return [];
  const known = [...variables].join(", ");
  return [`${at}: unknown variable ${JSON.stringify(name ?? "")}. Variables: ${known}`];
}

function isContent({ type }: hbs.AST.Statement): boolean {
  return type === "ContentStatement" || type === "CommentStatement";
}

function isMustache(node: hbs.AST.Statement): node is hbs.AST.MustacheStatement {
  return node.type === "MustacheStatement";
}

function isBlock(node: hbs.AST.Statement): node is hbs.AST.BlockStatement {
  return node.type === "BlockStatement";
}

function isPath(node: hbs.AST.Node): node is hbs.AST.PathExpression {
  return node.type === "PathExpression";
}
