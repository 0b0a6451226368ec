import { expect, it } from '@jest/globals';
import { readDocumentDate } from './own-date.ts';

const uploaded = new Date('2025-06-01');

it.each([
  [{ date: '2019' }, '2019-01-01', 'date'],
  [{ published: '2019-05' }, '2019-05-01', 'published'],
  [{ date: 1998 }, '1998-01-01', 'date'],
  [{ date: 'spring 2019', modified: '2020-02-03' }, '2020-02-03', 'modified'],
  [{ modified: '2024-01-01', sent: '2019-03-12T08:00:00Z' }, '2019-03-12T08:00:00Z', 'sent'],
  [{ author: 'Ann' }, '2025-06-01', 'uploaded'],
])('a document of %j is of %s by its %s', (metadata, day, source) => {
  expect(readDocumentDate({ metadata, content_at: uploaded })).toEqual({
    date: new Date(day),
    source,
  });
});
