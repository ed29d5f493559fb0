import { jsonText } from "@specwright/diff";
import type { CodeSample } from "./code-sample.ts";
import { escapedString } from "./escaped-string.ts";
import { formMembers } from "./form-members.ts";
import type { RequestSample, SampleBody, SampleCredential } from "./request-sample.ts";
import { scalarText } from "./sample-parameters.ts";

/** Go statements, with the packages that they import. */
interface GoCode {
  readonly lines: readonly string[];
  readonly packages: readonly string[];
}

const check = ["if err != nil {", "\tlog.Fatal(err)", "}"];
const none: GoCode = { lines: [], packages: [] };

/** Writes a request as a Go program. The program needs only the standard library. */
export function goSample({
  method,
  url,
  parameters,
  body,
  credentials,
}: RequestSample): CodeSample {
  const given = body === undefined ? none : bodyCode(body);
  const set: string[] = credentials.flatMap(credentialLines);
  for (const { parameter, value } of parameters) {
    const [name, text] = [escapedString(parameter.name), escapedString(scalarText(value))];
    if (parameter.in === "header") set.push(`request.Header.Set(${name}, ${text})`);
    if (parameter.in === "cookie") {
      set.push(`request.AddCookie(&http.Cookie{Name: ${name}, Value: ${text}})`);
    }
  }
  if (body?.kind === "multipart") {
    set.push('request.Header.Set("Content-Type", form.FormDataContentType())');
  } else if (body !== undefined) {
    set.push(`request.Header.Set("Content-Type", ${escapedString(body.mediaType)})`);
  }
  const sent = body === undefined ? "nil" : "body";
  const lines = [
    ...given.lines,
    `request, err := http.NewRequest(${escapedString(method)}, ${escapedString(url)}, ${sent})`,
    ...check,
    ...set,
    "response, err := http.DefaultClient.Do(request)",
    ...check,
    "defer response.Body.Close()",
    "answer, err := io.ReadAll(response.Body)",
    ...check,
    "fmt.Println(response.Status, string(answer))",
  ];
  const usesEnvironment = credentials.some(({ kind }) => kind !== "other");
  const packages = new Set(["fmt", "io", "log", "net/http", ...given.packages]);
  if (usesEnvironment) packages.add("os");
  const imports = [...packages].sort().map((name) => `\t"${name}"\n`);
  const code = `package main\n\nimport (\n${imports.join("")})\n\nfunc main() {\n${lines.map((line) => `\t${line}\n`).join("")}}`;
  return { id: "go", title: "Go", language: "go", code };
}

function credentialLines({ kind, name }: SampleCredential): readonly string[] {
  const key = 'os.Getenv("KEY")';
  switch (kind) {
    case "bearer":
      return ['request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))'];
    case "basic":
      return ['request.SetBasicAuth(os.Getenv("USERNAME"), os.Getenv("PASSWORD"))'];
    case "header":
      return [`request.Header.Set(${escapedString(name)}, ${key})`];
    case "query":
      return [
        "query := request.URL.Query()",
        `query.Set(${escapedString(name)}, ${key})`,
        "request.URL.RawQuery = query.Encode()",
      ];
    case "cookie":
      return [`request.AddCookie(&http.Cookie{Name: ${escapedString(name)}, Value: ${key}})`];
    case "other":
      return [];
  }
}

function bodyCode(body: SampleBody): GoCode {
  const { kind, value } = body;
  switch (kind) {
    case "json":
      return readerOf(jsonText(value, "  "));
    case "text":
      return readerOf(scalarText(value));
    case "form":
      return formCode(body);
    case "multipart":
      return multipartCode(body);
    case "file":
      return { lines: ['body, err := os.Open("file")', ...check], packages: ["os"] };
  }
}

function readerOf(text: string): GoCode {
  // A raw string literal cannot contain escapes.
  const isRaw = text.includes("\n") && /^[\n -_a-~]*$/.test(text);
  const string = isRaw ? `\`${text}\`` : escapedString(text);
  return { lines: [`body := strings.NewReader(${string})`], packages: ["strings"] };
}

function formCode(body: SampleBody): GoCode {
  const members = formMembers(body).map(
    ({ name, text = "" }) => `form.Add(${escapedString(name)}, ${escapedString(text)})`,
  );
  return {
    lines: ["form := url.Values{}", ...members, "body := strings.NewReader(form.Encode())"],
    packages: ["net/url", "strings"],
  };
}

function multipartCode(body: SampleBody): GoCode {
  const members = formMembers(body);
  let files = 0;
  const lines = members.flatMap(({ name, text }) => {
    if (text !== undefined) {
      return [`form.WriteField(${escapedString(name)}, ${escapedString(text)})`];
    }
    files += 1;
    const [file, part] = files === 1 ? ["file", "part"] : [`file${files}`, `part${files}`];
    return [
      `${file}, err := os.Open("file")`,
      ...check,
      `${part}, err := form.CreateFormFile(${escapedString(name)}, "file")`,
      ...check,
      `io.Copy(${part}, ${file})`,
    ];
  });
  return {
    lines: [
      "body := &bytes.Buffer{}",
      "form := multipart.NewWriter(body)",
      ...lines,
      "form.Close()",
    ],
    packages: ["bytes", "mime/multipart", ...(files > 0 ? ["os"] : [])],
  };
}
