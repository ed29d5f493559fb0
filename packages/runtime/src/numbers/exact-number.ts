/** A number as it is written in JSON, where a `number` would not have the same digits. */
export class ExactNumber {
  /** A JSON number, such as `0.10` or `12345678901234567.89`. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
