export type { ParseFailureCode } from './parse-failure.ts';
export { ParseFailure } from './parse-failure.ts';
export type { ParseRequest } from './parse-file.ts';
export { defaultParseLimits, type ParseLimits } from './parse-limits.ts';
export { type PlainTextOptions, parsePlainText } from './parse-plain-text.ts';
export type {
  Block,
  BlockKind,
  OutlineEntry,
  Page,
  ParsedDocument,
  ParseWarning,
} from './parsed-document.ts';
export { parserVersion } from './parser-version.ts';
export { findTesseract, type TextRecognition } from './recognition/find-tesseract.ts';
