import { AppError, dropUnseen, isVisible } from '@lectern/contracts';
import type { FilePath } from '../../files/files.ts';

const maxPathLength = 1_000;
const maxNameBytes = 240;
const maxNames = 16;
/** Control characters and characters that are reserved on Windows. */
const refusedCharacters = /[\p{Cc}\p{Cs}\\:*?"<>|]/u;

/**
 * Splits a relative path such as `notes/plan.md`; a trailing slash is ignored. Nothing is resolved.
 * @throws AppError `invalid_request` for the field `path`, for example for `..`.
 */
export function parseFilePath(text: string): FilePath {
  if (text.length > maxPathLength) throw refuse(`It may hold ${maxPathLength} characters at most.`);
  if (text.startsWith('/')) throw refuse('It must be relative to the folder.');
  const names = text.replace(/\/$/, '').split('/');
  if (names.length > maxNames) throw refuse(`It may go ${maxNames} folders deep at most.`);
  for (const name of names) {
    if (name === '' || name === '.' || name === '..') {
      throw refuse('It must hold names alone, without "." and "..".');
    }
    if (refusedCharacters.test(name) || !name.isWellFormed() || dropUnseen(name) !== name) {
      throw refuse('It holds a character that is not allowed in names.');
    }
    if (!isVisible(name)) throw refuse('A name in it has no visible character.');
    if (Buffer.byteLength(name) > maxNameBytes) throw refuse('A name in it is too long.');
  }
  return names;
}

/** Splits a relative path; an empty path or `.` is the folder itself. */
export function parseFolderPath(text: string): FilePath {
  return text === '' || text === '.' ? [] : parseFilePath(text);
}

function refuse(message: string): AppError {
  return new AppError('invalid_request', `path: ${message}`, { details: { field: 'path' } });
}
