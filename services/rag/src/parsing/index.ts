export type { ParseFailureCode } from './parse-failure.ts';
export { ParseFailure } from './parse-failure.ts';
export type { ParseRequest } from './parse-file.ts';
export { defaultParseLimits, type ParseLimits } from './parse-limits.ts';
export { parsePlainText } from './parse-plain-text.ts';
export type { Block, BlockKind, Page, ParsedDocument } from './parsed-document.ts';
export { parserVersion } from './parser-version.ts';
export { findTesseract, type TextRecognition } from './recognition/find-tesseract.ts';
