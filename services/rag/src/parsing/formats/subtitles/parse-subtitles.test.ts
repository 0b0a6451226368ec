import { expect, it } from '@jest/globals';
import { parseContent as parse } from '../../__fixtures__/parse-content.ts';

it('reads WebVTT as speech, without notes, styles and marks', async () => {
  const { text, mimeType } = await parse(
    'WEBVTT\n\nNOTE draft\n\nSTYLE\n::cue{color:red}\n\nintro\n00:01.000 --> 00:03.000 align:start\n<v Ines>The gate <c.red>closes</c>\n\n00:03.000 --> 00:05.000\n<v Ines>at <00:04.000>nine &amp; ten.\n\n00:05.500 --> 00:06.000\n<v Bo>Really?\n',
    'a.vtt',
  );
  expect(mimeType).toBe('text/vtt');
  expect(text).toBe('00:00:01 Ines: The gate closes at nine & ten.\n\n00:00:05 Bo: Really?');
});

it('reads SubRip, a repeated line once, and a pause as a new paragraph', async () => {
  const { text, mimeType } = await parse(
    '\ufeff1\r\n00:00:01,000 --> 00:00:03,000\r\n<i>The gate</i>\r\n\r\n2\r\n00:00:03,000 --> 00:00:05,000\r\nThe gate\r\n{\\an8}closes.\r\n\r\n3\r\n01:02:03,000 --> 01:02:04,000\r\nLater\r\n',
    'a.srt',
  );
  expect(mimeType).toBe('application/x-subrip');
  expect(text).toBe('00:00:01 The gate closes.\n\n01:02:03 Later');
});
