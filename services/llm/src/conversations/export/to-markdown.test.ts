import { expect, it } from '@jest/globals';
import type { Citation, ConversationMode, Message } from '@lectern/contracts';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { writeManuscript } from './manuscript.ts';
import { toMarkdown } from './to-markdown.ts';

it('a footnote in Markdown leads to its source alone, whatever its words are', () => {
  const hostile = '[click](javascript:alert(1)) ![x](http://evil.example)\n# <b>y</b>';
  const exported = toMarkdown({
    title: hostile,
    turns: [{ heading: hostile, question: hostile, answer: 'So it is [^1].' }],
    footnotes: [
      { text: hostile, url: 'https://example.org/report' },
      { text: 'The report', url: 'javascript:alert(1)' },
    ],
  });
  const seen: string[] = [];
  const visit = (node: Nodes) => {
    if ('url' in node) seen.push(node.url);
    if (node.type === 'html') seen.push(node.value);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(exported));
  expect(seen).toEqual(['https://example.org/report']);
  expect(exported).toContain('\n\nSo it is [^1].\n\n[^1]: ');
});

it('an answer in Markdown leads nowhere that its document named, and keeps its own form', () => {
  const exportAs = (mode: ConversationMode, content: string) => {
    const answer = { role: 'assistant', content, citations: [] as Citation[] } as Message;
    return toMarkdown(writeManuscript({ title: 'Heights', mode }, [answer]));
  };
  const hostile = '- **330** m, [click](http://evil.example) ![x](http://evil.example/p.png)';
  for (const mode of ['knowledge', 'agent'] as const) {
    expect(exportAs(mode, hostile)).toContain(
      '- **330** m, &#91;click&#93;(http://evil.example) !&#91;x&#93;(http://evil.example/p.png)',
    );
  }
  const record = '[\\[1\\]](https://clinicaltrials.gov/study/NCT04280705)';
  expect(exportAs('research', record)).toContain(record);
});
