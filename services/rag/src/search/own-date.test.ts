import { expect, it } from '@jest/globals';
import { readOwnDate } from './own-date.ts';

it.each([
  [{ date: '2019' }, '2019-01-01'],
  [{ published: '2019-05' }, '2019-05-01'],
  [{ date: 1998 }, '1998-01-01'],
  [{ date: 'spring 2019', modified: '2020-02-03' }, '2020-02-03'],
])('a document of %j is of %s', (metadata, day) => {
  expect(readOwnDate(metadata)).toEqual(new Date(day));
});
