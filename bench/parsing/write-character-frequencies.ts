/**
 * Writes services/rag/src/parsing/character-frequencies.ts: how common the letters and signs of each script
 * are, from the words and costs of the built-in embedding model. Usage:
 * `node bench/parsing/write-character-frequencies.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '../..');
const vocabulary = resolve(root, 'packages/retrieval/models/lectern-static-v1/vocabulary.bin.gz');
const target = resolve(root, 'services/rag/src/parsing/character-frequencies.ts');
/** The vocabulary's costs are tenths of the natural logarithm of how rare a word is. */
const costsOfNat = 10;
/** Signs rarer than this are told by nothing. */
const maxCost = 9;
const scripts = {
  asian: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  hangul: /\p{Script=Hangul}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  latin: /\p{Script=Latin}/u,
  greek: /\p{Script=Greek}/u,
  hebrew: /\p{Script=Hebrew}/u,
  arabic: /\p{Script=Arabic}/u,
  thai: /\p{Script=Thai}/u,
};

function readWords(bytes: Buffer): { word: string; cost: number }[] {
  const count = bytes.readUInt32LE(0);
  const suffixesAt = 8 + 4 * count;
  const sharedAt = suffixesAt + 2 * bytes.readUInt32LE(4);
  const addedAt = sharedAt + count;
  const costsAt = addedAt + count;
  let from = suffixesAt;
  let before = '';
  return Array.from({ length: count }, (_, at) => {
    const added = 2 * bytes.readUInt8(addedAt + at);
    const suffix = bytes.toString('utf16le', from, from + added);
    from += added;
    before = before.slice(0, bytes.readUInt8(sharedAt + at)) + suffix;
    return { word: before, cost: bytes.readUInt8(costsAt + at) };
  });
}

function rankSigns(words: readonly { word: string; cost: number }[], script: RegExp): string[] {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { word, cost } of words) {
    const share = Math.exp(-cost / costsOfNat);
    for (const sign of word) {
      if (!script.test(sign)) continue;
      counts.set(sign, (counts.get(sign) ?? 0) + share);
      total += share;
    }
  }
  const bands: string[] = Array.from({ length: maxCost + 1 }, () => '');
  for (const [sign, count] of [...counts].toSorted((a, b) => b[1] - a[1])) {
    const cost = Math.round(-Math.log(count / total));
    if (cost <= maxCost) bands[cost] += sign;
  }
  return bands;
}

const words = readWords(gunzipSync(readFileSync(vocabulary)));
const lines = Object.entries(scripts).map(
  ([name, script]) =>
    `  ${name}: [\n${rankSigns(words, script)
      .map((band) => `    '${band}',\n`)
      .join('')}  ],\n`,
);
writeFileSync(
  target,
  `/**
 * Letters and signs of each script by how rare they are in its texts: the place in the list is the
 * natural logarithm, rounded. Written by \`bench/parsing/write-character-frequencies.ts\`.
 */
export const characterFrequencies = {
${lines.join('')}} as const;
`,
);
