import { posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AppError } from '@lectern/contracts';
import fc from 'fast-check';
import { parseFilePath, parseFolderPath } from './file-path.ts';

describe('parseFilePath', () => {
  it('takes plain names', () => {
    expect(parseFilePath('план/…/note 1.md')).toEqual(['план', '…', 'note 1.md']);
    expect(parseFilePath('notes/')).toEqual(['notes']);
    expect(parseFolderPath('')).toEqual([]);
    expect(parseFolderPath('.')).toEqual([]);
  });

  it.each([
    ...['', '.', '..', '../x', 'a/../b', 'a/..', './a', 'a//b', '/etc/passwd', '//x', 'a/./b'],
    ...[
      'a\\b',
      'C:x',
      'a\0b',
      'a\nb',
      'x\ud800',
      '\u202etxt.exe',
      'a\u200b',
      '\u3000',
      'a'.repeat(1001),
      'ü'.repeat(121),
    ],
    Array.from({ length: 17 }, () => 'a').join('/'),
  ])('refuses %j and names the field', (path) => {
    expect(() => parseFilePath(path)).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: { field: 'path' } }),
    );
  });

  it('gives only paths that stay where they are when they are resolved', () => {
    const parts = fc.oneof(fc.constantFrom('..', '.', '', '/', '\\', 'a', '~'), fc.string());
    fc.assert(
      fc.property(fc.array(parts), fc.constantFrom('/', ''), (pieces, separator) => {
        let names: readonly string[];
        try {
          names = parseFilePath(pieces.join(separator));
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          return;
        }
        expect(posix.resolve('/folder', ...names)).toBe(`/folder/${names.join('/')}`);
      }),
    );
  });
});
