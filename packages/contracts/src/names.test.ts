import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { addTextDocumentsSchema } from './documents.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import { isVisible, nameSchema, toName } from './names.ts';

const invisible = ['\u200b', '\u0301', '\u2800', '\u3164', '\u00ad\u200d\ufe0f', ' \u202e\u2060 '];

/** Schemas of names in request bodies, by the endpoint's key and the field. */
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

  it.each([
    ['marks of direction', 'A\u200ed\u200fa\u061c'],
    ['signs of mathematics', '\u2061A\u2062d\u2063a\u2064'],
    ['signs of other scripts', 'Ad\u180ea\u3164\uffa0\u115f\u1160\u17b4'],
    ['tags', '\u{e0001}A\u{e0041}d\u{e007f}a'],
    ['notes between lines', 'A\ufff9d\ufffaa\ufffb'],
    ['joiners', '\u200dA\u200dd\u200c\u200da\u200c'],
    ['selectors', '\ufe0fA\ufe0fd\u{e0100}a\u{e01ef}\ufe0e'],
  ])('loses %s that nobody sees', (_what, given) => {
    expect(toName(given)).toBe('Ada');
  });

  it.each([
    ['a document', 'updateDocument', 'title'],
    ['an MCP server', 'createMcpServer', 'name'],
  ] as const)('of %s loses them as well', (_what, key, field) => {
    const given = { [field]: 'Ad\u3164a\u200e', url: 'https://example.org', description: '' };
    const { data } = (endpoints[key].body as z.ZodObject).partial().loose().safeParse(given);
    expect(data?.[field]).toBe('Ada');
  });

  it('is composed over what it loses', () => {
    expect(toName('e\u200b\u0301')).toBe('\u00e9');
  });

  it.each([
    '👩🏽\u200d🔬 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3 🏳\ufe0f\u200d🌈',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    'می\u200cخواهم, نَ\u200cنَ, ه\u200d.ش',
    'ക്\u200d क्\u200dष',
    'ᠨᠠᠶᠢᠮᠠ\u180eᠠ ᠠ\u180b',
    '葛\u{e0100}',
  ])('keeps what its signs need: %s', (name) => {
    expect(toName(name)).toBe(name);
  });

  it('keeps no joiner behind the last letter, where it parts nothing', () => {
    expect(toName('می\u200c خواهم\u200c')).toBe('می خواهم');
  });

  it('keeps no text that hides behind a flag or an emoji', () => {
    expect(toName('🏴\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u{e0020}')).toBe('🏴');
    expect(toName('🧪\ufe0f\u{e0101}\u{e0102}')).toBe('🧪\ufe0f');
    expect(toName('👩\u200d lab 👩\u200c🔬\u200d')).toBe('👩 lab 👩🔬');
  });

  it.each(['a', '研究', '🧪', '𝒜\u200b', 'e\u0301', '-', '👩\u200d🔬'])('may be %s', (name) => {
    expect(isVisible(name)).toBe(true);
  });
});
