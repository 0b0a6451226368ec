import { describe, expect, it } from '@jest/globals';
import { type Endpoint, insidePathOf } from './endpoint.ts';
import { endpointGroups, type GroupName, groupErrors } from './index.ts';

const isBelow = (path: string, room: string) => path.startsWith(`${room}/`);

const rows = Object.entries(endpointGroups).flatMap(([room, endpoints]) =>
  Object.values<Endpoint>(endpoints).map((endpoint) => ({ room: room as GroupName, endpoint })),
);

describe.each(Object.entries(groupErrors))(
  'the room %s, whose errors are not ours',
  (name, own) => {
    it('holds what lies below its path, at the gateway and inside, and nothing else does', () => {
      const misplaced = rows.filter(({ room, endpoint }) => {
        const paths = [endpoint.path, insidePathOf(endpoint)];
        return paths.some((path) => isBelow(path, own.path) !== (room === name));
      });
      expect(misplaced).toEqual([]);
      expect(rows.some(({ room }) => room === name)).toBe(true);
    });
  },
);
