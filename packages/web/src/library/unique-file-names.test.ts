import { describe, expect, it } from '@jest/globals';
import { uniqueFileNames } from './unique-file-names.ts';

const name = (...files: readonly string[]) => [
  ...uniqueFileNames(
    files.map((file_name, index) => ({
      id: String(index),
      file_name,
      title: '',
      updated_at: '2026-01-01T00:00:00Z',
    })),
  ).values(),
];

describe('documents of one archive', () => {
  it('that are called the same are numbered before their ending', () => {
    expect(name('report.pdf', 'Report.PDF', 'report.pdf', 'notes')).toEqual([
      'report.pdf',
      'Report (2).PDF',
      'report (3).pdf',
      'notes',
    ]);
  });

  it('lie in no folder, whatever their names say', () => {
    expect(name('../../etc/passwd', 'a\\b.txt')).toEqual(['.._.._etc_passwd', 'a_b.txt']);
  });

  it('that are no file are called by their title', () => {
    const document = { id: '1', file_name: null, title: 'A note', updated_at: '' };
    expect(uniqueFileNames([document]).get('1')).toBe('A note.txt');
  });
});
