import { describe, expect, it } from '@jest/globals';
import { parseContent } from '../../__fixtures__/parse-content.ts';

const linesOf = async (content: string) =>
  (await parseContent(content, 'a.csv')).text.split('\n').filter((line) => line !== '');

describe('a CSV file', () => {
  it('is split at semicolons although each row has as many commas', async () => {
    expect(await linesOf('Name, first;Sum, EUR\nLee, Ann;1,50\nRoe, Bo;2,75\n')).toEqual([
      'Name, first | Sum, EUR',
      'Name, first: Lee, Ann | Sum, EUR: 1,50',
      'Name, first: Roe, Bo | Sum, EUR: 2,75',
    ]);
  });

  it('is split at commas although a column contains semicolons', async () => {
    expect(await linesOf('name,tags,sum\nA,x;y,1\nB,z,2\nC,"u;v, w",3\n')).toEqual([
      'name | tags | sum',
      'name: A | tags: x;y | sum: 1',
      'name: B | tags: z | sum: 2',
      'name: C | tags: u;v, w | sum: 3',
    ]);
  });

  it('is split at the separator that it names', async () => {
    expect(await linesOf('sep=!\r\nname!sum\r\nA!1,5\r\n="007"!2,5\r\n')).toEqual([
      'name | sum',
      'name: A | sum: 1,5',
      'name: 007 | sum: 2,5',
    ]);
  });
});
