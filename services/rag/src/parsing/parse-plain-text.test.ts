import { describe, expect, it } from '@jest/globals';
import { parsePlainText } from './parse-plain-text.ts';

describe('parsePlainText', () => {
  it('keeps the text and finds its paragraphs', () => {
    const document = parsePlainText('First.\r\nStill first.\r\n\r\nSecond 🙂.\n\nThird.');
    expect(document.text).toBe('First.\nStill first.\n\nSecond 🙂.\n\nThird.');
    const points = [...document.text];
    expect(document.blocks.map(({ start, end }) => points.slice(start, end).join(''))).toEqual([
      'First.\nStill first.',
      'Second 🙂.',
      'Third.',
    ]);
    expect(document.pages).toEqual([]);
  });

  it('reads underlined lines as headings', () => {
    const document = parsePlainText('Title\n=====\n\nIntro.\n\nPart\n----\nText of the part.');
    expect(document.title).toBe('Title');
    expect(document.outline.map(({ level, title }) => [level, title])).toEqual([
      [1, 'Title'],
      [2, 'Part'],
    ]);
    expect(document.blocks.at(-1)?.section).toEqual(['Title', 'Part']);
  });

  it('removes what no database stores', () => {
    expect(parsePlainText('a\u0000b\ud800c\ufeff').text).toBe('ab\ufffdc');
    expect(parsePlainText('pay\u202e \u{e0041}\u{e0042}no\u200bw').text).toBe('pay now');
    expect(parsePlainText('می\u200cخواهم 👩\u200d💻').text).toBe('می\u200cخواهم 👩\u200d💻');
  });

  it('refuses blank text', () => {
    expect(() => parsePlainText(' \n\t ')).toThrow(expect.objectContaining({ code: 'no_text' }));
  });

  it('is cheap for an abstract', () => {
    const text = 'A sentence of an abstract about something measured twice. '.repeat(30);
    for (let warm = 0; warm < 200; warm += 1) parsePlainText(text);
    const started = process.cpuUsage().user;
    for (let run = 0; run < 1000; run += 1) parsePlainText(text);
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(1);
  });
});
