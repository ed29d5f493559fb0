/** The settings of a page's console. The site serves them as JSON. All URLs may be relative. */
export interface ConsoleSettings {
  /** The URL of the module that draws the console. */
  readonly module: string;
  /** The URL of its style sheet. */
  readonly style: string;
  /** The URL of the bundle with a generated client, which checks requests before it sends them. */
  readonly sdk?: string;
  /** The base URL of the called server. */
  readonly server: string;
  /** The URL that issues tickets, if a relay signs connections for browsers. */
  readonly tickets?: string;
}
