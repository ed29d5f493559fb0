/** Typical values for names of members. The names are in lower case, with `-` between words. */
const known: readonly (readonly [RegExp, string])[] = [
  [/(?:^|-)e?-?mail(?:-address)?$/, "ada@example.com"],
  [/(?:^|-)(?:ur[il]|link|href|website|homepage)$/, "https://example.com/"],
  [/(?:^|-)(?:phone|mobile|telephone)(?:-number)?$/, "+12025550123"],
  [/(?:^|-)(?:first|given)-name$/, "Ada"],
  [/(?:^|-)(?:last|family|sur)-?name$/, "Lovelace"],
  [/(?:^|-)country(?:-code)?$/, "DE"],
  [/(?:^|-)currency(?:-code)?$/, "EUR"],
  [/(?:^|-)(?:language|locale|lang)$/, "en"],
  [/(?:^|-)(?:time-?zone|tz)$/, "Europe/Berlin"],
  [/(?:^|-)city$/, "Berlin"],
  [/(?:^|-)(?:postal-code|postcode|zip|zip-code)$/, "10115"],
  [/(?:^|-)(?:date|day|birthday)$/, "2026-01-31"],
  [/(?:^|-)(?:timestamp|datetime|date-time)$|-at$/, "2026-01-31T12:00:00Z"],
  [/(?:^|-)ip(?:-address)?$/, "192.0.2.1"],
];

const texts = /(?:^|-)(?:name|title|description|message|text|comment|label|note|summary|subject)$/;

const maxLength = 40;

/**
 * Returns a sample text for a member that has no description and no limits. Returns a typical value for a
 * known name such as `email`. For any other name such as `coupon`, returns `example-coupon`.
 */
export function sampleWord(name: string | undefined): string {
  const words = (name ?? "")
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "-")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(-maxLength);
  if (words === "") return "example";
  const usual = known.find(([pattern]) => pattern.test(words));
  if (usual !== undefined) return usual[1];
  return texts.test(words) ? `Example ${words.replaceAll("-", " ")}` : `example-${words}`;
}
