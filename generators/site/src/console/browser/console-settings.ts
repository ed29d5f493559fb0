/** What a page's console needs to know; the site serves it as JSON. All addresses may be relative. */
export interface ConsoleSettings {
  /** The address of the module that draws the console. */
  readonly module: string;
  /** The address of its style sheet. */
  readonly style: string;
  /** The address of the bundle with a generated client, which checks requests before they are sent. */
  readonly sdk?: string;
  /** The base address of the server that is called. */
  readonly server: string;
  /** The address that issues tickets, if connections go through a relay that signs for browsers. */
  readonly tickets?: string;
}
