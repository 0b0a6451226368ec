/**
 * Turns real texts into legacy encodings, whole and cut short, and prints the share that is read
 * right; the same of small tables. Usage: `node bench/parsing/measure-encodings.ts`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { decodeText } from '../../services/rag/src/parsing/decode-text.ts';
import { shortTexts } from './short-texts.ts';

const root = resolve(import.meta.dirname, '../..');
const data = resolve(root, process.env.LECTERN_DATA ?? '../shared/data');
const iconv = createRequire(join(root, 'services/rag/package.json'))('iconv-lite') as {
  encode(text: string, encoding: string): Buffer;
  decode(bytes: Buffer, encoding: string): string;
};
const lengths = [1_000, 200, 60, 20];
const texts = 120;
const sets = {
  ru: ['windows-1251', 'koi8-r', 'cp866', 'iso-8859-5'],
  zh: ['gb18030'],
  de: ['windows-1252', 'cp437', 'cp850'],
} as const;
const german =
  'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geiste der Brüderlichkeit begegnen. Größe, Straße, öffnen, ähnlich, Übung.';

function readTexts(language: string): string[] {
  if (language === 'de') {
    return Array.from({ length: texts }, (_, at) => german.slice(at) + german.slice(0, at));
  }
  const lines = readFileSync(join(data, 'retrieval/xquad', language, 'corpus.jsonl'), 'utf8');
  return lines
    .trim()
    .split('\n')
    .slice(0, texts)
    .map((line) => (JSON.parse(line) as { text: string }).text);
}

function isReadRight(text: string, encoding: string): boolean {
  const bytes = iconv.encode(text, encoding);
  return decodeText(bytes).text === iconv.decode(bytes, encoding);
}

for (const [language, encodings] of Object.entries(sets)) {
  const whole = readTexts(language);
  for (const encoding of encodings) {
    const shares = lengths.map((length) => {
      const cut = whole.map((text) => text.slice(0, length));
      return [length, cut.filter((text) => isReadRight(text, encoding)).length / cut.length];
    });
    console.log(JSON.stringify({ language, encoding, ...Object.fromEntries(shares) }));
  }
}

for (const [language, [encodings, whole]] of Object.entries(shortTexts)) {
  for (const encoding of encodings) {
    const right = whole.filter((text) => isReadRight(text, encoding)).length;
    console.log(JSON.stringify({ language, encoding, short_texts: `${right} of ${whole.length}` }));
  }
}
