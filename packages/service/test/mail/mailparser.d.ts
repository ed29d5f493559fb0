declare module "mailparser" {
  export interface ParsedMail {
    readonly from?: {
      readonly value: readonly { readonly name: string; readonly address?: string }[];
    };
    readonly headers: ReadonlyMap<string, unknown>;
    readonly subject?: string;
    readonly text?: string;
    readonly html: string | false;
    readonly attachments: readonly unknown[];
    readonly messageId?: string;
  }
  export function simpleParser(source: string): Promise<ParsedMail>;
}
