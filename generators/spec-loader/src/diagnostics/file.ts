import { type DiagnosticTable, defineDiagnostics, explanationPage } from "./diagnostic.ts";

/** The codes of problems with files. */
export type FileCode =
  | "FILE_NOT_FOUND"
  | "FILE_UNREADABLE"
  | "FILE_ENCODING"
  | "FILE_TOO_LARGE"
  | "FILE_COUNT";

/** Declares the diagnostics of files that cannot be loaded. */
export const fileDiagnostics: DiagnosticTable<FileCode> = defineDiagnostics({
  FILE_NOT_FOUND: {
    severity: "error",
    fix: "Check the path; it is relative to the working directory.",
    explanation: explanationPage({
      problem: "There is no file at the path given as input.",
      language: "sh",
      wrong: "specwright generate --input spec/openapi.yaml",
      fixed: "specwright generate --input specs/openapi.yaml",
      note: "If a `$ref` names a missing file, the code is `REF_NOT_FOUND`, at the `$ref`.",
    }),
  },
  FILE_UNREADABLE: {
    severity: "error",
    fix: "Use the path of a file, and make sure that the file can be read.",
    explanation: explanationPage({
      problem:
        "The file exists but cannot be read. Perhaps permission is missing, it is a folder or a device, or the server did not send it.",
      language: "sh",
      wrong: "specwright generate --input specs/",
      fixed: "specwright generate --input specs/openapi.yaml",
    }),
  },
  FILE_ENCODING: {
    severity: "error",
    fix: "Save the file as UTF-8.",
    explanation: explanationPage({
      problem:
        "Documents are read as UTF-8, the only encoding that JSON allows between systems (RFC 8259 §8.1). This file has another encoding, or is damaged.",
      language: "sh",
      wrong: "file openapi.yaml   # Unicode text, UTF-16, little-endian",
      fixed: "iconv -f UTF-16 -t UTF-8 openapi.yaml > openapi.utf8.yaml",
      note: "A UTF-8 byte order mark is allowed and ignored.",
    }),
  },
  FILE_TOO_LARGE: {
    severity: "error",
    fix: "Split the document, or raise maxFileBytes.",
    explanation: explanationPage({
      problem: "The file is larger than the limit, which protects memory.",
      language: "ts",
      wrong: 'await loadSpecification("huge.json");',
      fixed: 'await loadSpecification("huge.json", { maxFileBytes: 200_000_000 });',
      note: "The default is 67,108,864 bytes (64 MiB).",
    }),
  },
  FILE_COUNT: {
    severity: "error",
    fix: "Bundle the document, or raise the limit with --max-files.",
    explanation: explanationPage({
      problem: "The document refers to more files than the limit allows.",
      language: "ts",
      wrong: 'await loadSpecification("openapi.yaml");',
      fixed: 'await loadSpecification("openapi.yaml", { maxFiles: 5000 });',
      note: "The default is 1000 files. Files that other files refer to count too.",
    }),
  },
});
