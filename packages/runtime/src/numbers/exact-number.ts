/** A number as its JSON text. Used for numbers whose digits a `number` would change. */
export class ExactNumber {
  /** A JSON number, such as `0.10` or `12345678901234567.89`. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
