import { collapseSpace } from '../../clean-text.ts';
import { readMarkup } from '../../read-markup.ts';

/** A stretch of speech with its times in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  /** Empty if the file names no speaker. */
  readonly speaker: string;
  readonly text: string;
}

const times = /^((?:\d+:)?\d\d:\d\d[.,]\d{3})\s+-->\s+((?:\d+:)?\d\d:\d\d[.,]\d{3})/m;
const voice = /<v(?:\.[^\s>]*)?\s+([^>]+)>/;
/** Times of single words, and places on the screen. */
const marks = /<[\d:.,]+>|\{\\[^}]*\}/g;

/**
 * Returns the cues of a file in the format WebVTT or SubRip. Live captions show a line again while
 * the next one is spoken; it is read once.
 */
export function readCues(source: string): Cue[] {
  const cues: Cue[] = [];
  let before: readonly string[] = [];
  for (const block of source.replace(/\r\n?/g, '\n').split(/\n{2,}/)) {
    const found = times.exec(block);
    if (found === null) continue;
    const [, start = '', end = ''] = found;
    const body = block.slice(block.indexOf('\n', found.index) + 1);
    const lines = body.split('\n').map(readLine);
    const text = lines.filter((line) => line !== '' && !before.includes(line)).join(' ');
    before = lines;
    if (text === '' || !block.includes('\n', found.index)) continue;
    const speaker = collapseSpace(voice.exec(body)?.[1] ?? '');
    cues.push({ start: toSeconds(start), end: toSeconds(end), speaker, text });
  }
  return cues;
}

function readLine(line: string): string {
  let text = '';
  readMarkup(line.replace(marks, ''), { ontext: (part) => (text += part) });
  return collapseSpace(text);
}

function toSeconds(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part.replace(',', '.')), 0);
}
