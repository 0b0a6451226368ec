import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  getDocument,
  PasswordResponses,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ParseFailure } from '../../parse-failure.ts';

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * Opens a PDF; damaged files are repaired as far as possible.
 * @throws ParseFailure `password_required` or `unreadable`.
 */
export async function openPdf(
  bytes: Uint8Array,
  password: string | undefined,
): Promise<PDFDocumentProxy> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    ...(password === undefined ? {} : { password }),
    cMapUrl: join(library, 'cmaps/'),
    standardFontDataUrl: join(library, 'standard_fonts/'),
    wasmUrl: join(library, 'wasm/'),
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return await task.promise;
  } catch (cause) {
    await task.destroy();
    throw asFailure(cause);
  }
}

function asFailure(cause: unknown): ParseFailure {
  const { name, code } = cause as { name?: string; code?: number };
  if (name !== 'PasswordException') {
    return new ParseFailure(
      'unreadable',
      'The file is damaged: it is not a readable PDF document.',
      {
        cause,
      },
    );
  }
  const isWrong = code === PasswordResponses.INCORRECT_PASSWORD;
  const message = isWrong
    ? 'The password does not open the file.'
    : 'The file is encrypted. Enter its password.';
  return new ParseFailure('password_required', message, { cause });
}
