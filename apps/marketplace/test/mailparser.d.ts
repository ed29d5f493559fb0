declare module "mailparser" {
  export interface ParsedMail {
    readonly headers: ReadonlyMap<string, unknown>;
    readonly subject?: string;
    readonly text?: string;
    readonly html: string | false;
    readonly attachments: readonly unknown[];
    readonly messageId?: string;
  }
  export function simpleParser(source: string): Promise<ParsedMail>;
}
