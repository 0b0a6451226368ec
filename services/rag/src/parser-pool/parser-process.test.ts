import { getPriority } from 'node:os';
import { afterAll, describe, expect, it } from '@jest/globals';
import { TemporaryFiles } from '../parsing/__fixtures__/temporary-files.ts';
import { defaultParseLimits } from '../parsing/parse-limits.ts';
import type { ParserJob } from './parser-messages.ts';
import { ParserProcess } from './parser-process.ts';
import { patientPriority } from './watch-usage.ts';

const files = new TemporaryFiles();
afterAll(() => files.remove());

describe('a patient parser process', () => {
  it('starts as fast as others, and leaves the processor to them once it reads', async () => {
    const parser = new ParserProcess(defaultParseLimits, {
      isPatient: true,
      recogniser: undefined,
    });
    try {
      expect(getPriority(parser.pid)).toBe(getPriority());
      const request = { path: await files.write('Plums ripen late.'), fileName: 'note.txt' };
      const job: ParserJob = {
        request,
        pictures: 'skipped',
        limits: defaultParseLimits,
        chunking: undefined,
      };
      await parser.run(job, undefined);
      expect(getPriority(parser.pid)).toBe(patientPriority);
    } finally {
      await parser.stop();
    }
  });
});
