import { DocumentBuilder } from '../../document-builder.ts';
import type { FormatParser } from '../format.ts';
import { type Cue, readCues } from './read-cues.ts';

/** Minimum pause between paragraphs, in seconds. */
const minPause = 2;
/** Characters after which a paragraph ends with its sentence, and at the latest. */
const usualLength = 400;
const maxLength = 800;
const sentenceEnd = /\p{Sentence_Terminal}[\p{Pf}\p{Pe}"']*$/u;

/** Parses subtitles (WebVTT, SubRip): paragraphs of speech, each with its time and its speaker. */
export const parseSubtitles: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  const { text, encoding } = builder.decode(bytes);
  let open: Cue[] = [];
  const write = () => {
    const [first] = open;
    if (first === undefined) return;
    const speech = open.map((cue) => cue.text).join(' ');
    const speaker = first.speaker === '' ? '' : `${first.speaker}: `;
    builder.paragraph(`${formatTime(first.start)} ${speaker}${speech}`);
  };
  for (const cue of readCues(text)) {
    if (endsBefore(cue, open)) {
      write();
      open = [];
    }
    open.push(cue);
  }
  write();
  builder.metadata.encoding = encoding;
  return builder.finish(/^\s*WEBVTT/.test(text) ? 'text/vtt' : 'application/x-subrip');
};

/** Returns true if a cue begins another paragraph than those before it. */
function endsBefore(cue: Cue, open: readonly Cue[]): boolean {
  const last = open.at(-1);
  if (last === undefined) return false;
  const length = open.reduce((sum, { text }) => sum + text.length, 0);
  const isPause = cue.start - last.end >= minPause || cue.speaker !== last.speaker;
  return isPause || length > (sentenceEnd.test(last.text) ? usualLength : maxLength);
}

/** Returns `01:02:03` for 3723 seconds. */
function formatTime(seconds: number): string {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}
