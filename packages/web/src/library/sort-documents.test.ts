import { describe, expect, it } from '@jest/globals';
import type { Document } from '@lectern/contracts';
import { endingOf, sortDocuments } from './sort-documents.ts';

const documents = [
  { title: 'Report 10', size: 1 },
  { title: 'Report 9', size: 3 },
  { title: '', file_name: 'annex.pdf', size: 2 },
] as Document[];

describe('sorting documents', () => {
  it('counts numbers in titles as numbers, and takes the file name for a missing title', () => {
    const sorted = sortDocuments(documents, { column: 'title', isDescending: false });
    expect(sorted.map(({ size }) => size)).toEqual([2, 3, 1]);
  });

  it('goes downwards too', () => {
    const sorted = sortDocuments(documents, { column: 'size', isDescending: true });
    expect(sorted.map(({ size }) => size)).toEqual([3, 2, 1]);
  });

  it('knows a type by the ending, else by the media type', () => {
    expect(endingOf({ file_name: 'a.b.Docx' } as Document)).toBe('DOCX');
    const nameType = (mime_type: string) => endingOf({ file_name: null, mime_type });
    const office = 'application/vnd.openxmlformats-officedocument';
    expect(nameType('text/markdown')).toBe('MARKDOWN');
    expect(nameType(`${office}.wordprocessingml.document`)).toBe('DOCX');
    expect(nameType('application/vnd.oasis.opendocument.spreadsheet')).toBe('ODS');
    expect(nameType('application/x-ipynb+json')).toBe('IPYNB');
  });
});
