import { describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import type { TellStory } from './story.ts';

/** The knowledge service dies: callers are asked to wait, then are served again. */
export function describeOutage(tell: TellStory): void {
  describe('a killed knowledge service', () => {
    it('makes search answer 503 with a wait, and is back soon', async () => {
      const { api, suite } = tell();
      const search = () => api.request('POST', '/api/search', { json: { query: 'battery' } });
      expect((await search()).status).toBe(200);

      await suite.processes.rag.kill();
      const away = await search();
      expect(away.status).toBe(503);
      expect(away.body.error.code).toBe('service_unavailable');
      expect(away.body.error.details.retry_after).toBeGreaterThan(0);
      expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);

      await suite.processes.rag.whenRunning();
      const back = await eventually(async () => {
        const answer = await search();
        return answer.status === 200 && answer;
      });
      expect(back.body.chunks).not.toHaveLength(0);
    });
  });
}
