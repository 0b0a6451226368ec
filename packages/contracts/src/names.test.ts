import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { addTextDocumentsSchema } from './documents.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import { isVisible, nameSchema, toName } from './names.ts';

const invisible = ['\u200b', '\u0301', '\u2800', '\u3164', '\u00ad\u200d\ufe0f', ' \u202e\u2060 '];

/** What people name by a field of a body: the field's schema, by the endpoint's key and the field. */
const named = Object.entries<Endpoint>(endpoints).flatMap(([key, { body }]) =>
  body instanceof z.ZodObject
    ? ['name', 'title'].flatMap((field) =>
        body.shape[field] && key !== 'callMcpTool'
          ? [[`${key} ${field}`, body, field] as const]
          : [],
      )
    : [],
);

describe('a name', () => {
  it('is asked of many things', () => {
    expect(named.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'createCollection name',
        'updateCollection name',
        'createApiKey name',
        'createTeam name',
        'updateMe name',
        'acceptInvitation name',
        'setUp name',
        'updateConversation title',
        'updateDocument title',
        'createMcpServer name',
      ]),
    );
  });

  it.each(named)('that nobody can see is refused: %s', (_name, body, field) => {
    for (const name of invisible) {
      const { error } = body.safeParse({ [field]: name });
      const paths = error?.issues.map(({ path }) => path.join('.'));
      expect(paths).toContain(field);
    }
  });

  it('of a text that is sent may be left out, and is else to be seen', () => {
    const parse = (title: string) =>
      addTextDocumentsSchema.safeParse({ documents: [{ external_id: 'a', title, text: 'b' }] });
    expect(parse('').success).toBe(true);
    expect(parse('\u200b').error?.issues).toMatchObject([{ path: ['documents', 0, 'title'] }]);
  });

  it.each(['createCollection', 'createTeam', 'createMcpServer', 'updateDocument'] as const)(
    'is kept in composed characters: %s',
    (key) => {
      const field = key === 'updateDocument' ? 'title' : 'name';
      const given = { [field]: ' Te\u0301 ', url: 'https://example.org', description: '' };
      const { data } = (endpoints[key].body as z.ZodObject).partial().loose().safeParse(given);
      expect(data?.[field]).toBe('T\u00e9');
    },
  );

  it('loses line breaks and signs that only hide or turn others', () => {
    expect(nameSchema(100).parse(' z\u200bw\n\u202egnp.exe\u2028b ')).toBe('zw gnp.exe b');
    expect(toName('a \u200b\u009b b')).toBe('a b');
    expect(toName('👩\u200d🔬 می\u200cخواهم')).toBe('👩\u200d🔬 می\u200cخواهم');
  });

  it.each(['a', '研究', '🧪', '𝒜\u200b', 'e\u0301', '-', '👩\u200d🔬'])('may be %s', (name) => {
    expect(isVisible(name)).toBe(true);
  });
});
