import { describe, expect, it } from '@jest/globals';
import { readEvents } from '../suite/read-events.ts';
import type { TellStory } from './story.ts';

/** `GET /api/events`: a document is followed from upload to deletion. */
export function describeEvents(tell: TellStory): void {
  describe('events', () => {
    it('show a document going to ready and away, and nobody else sees it', async () => {
      const { api, foreignApi } = tell();
      const collectionId = await api.createCollection('Followed');
      const own = readEvents(await api.open('GET', `/api/events?collection_id=${collectionId}`));
      const foreign = readEvents(await foreignApi.open('GET', '/api/events'));
      expect((await own.next()).value).toMatchObject({ event: 'heartbeat' });
      expect((await foreign.next()).value).toMatchObject({ event: 'heartbeat' });

      const [accepted] = await api.uploadAccepted(collectionId, [
        { name: 'followed.txt', bytes: new TextEncoder().encode('Somebody watches this text.') },
      ]);
      const statuses: string[] = [];
      for await (const { event, data } of own) {
        if (event !== 'document') continue;
        expect(data).toMatchObject({ id: accepted?.id, collection_id: collectionId });
        if (data.deleted) break;
        statuses.push(data.status);
        if (data.status === 'ready') {
          await api.call('deleteDocument', { params: { id: data.id } });
        }
      }
      expect(statuses.at(-1)).toBe('ready');

      await foreignApi.createCollection('Other');
      const { value } = await foreign.next();
      expect(value).toMatchObject({ event: 'collection' });
      await own.return(undefined);
      await foreign.return(undefined);
    });
  });
}
