import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { findListener, parseListeners } from './find-listener.ts';

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:46A0 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11111 1 0 100 0 0 10 0
   1: 0100007F:46A0 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 22222 1 0 20 4 30 10 -1
   2: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 33333 1 0 100 0 0 10 0
`;

describe('findListener', () => {
  it('reads the sockets that listen on a port, and no connections of it', () => {
    expect(parseListeners(table, 18_080)).toEqual(['11111']);
    expect(parseListeners(table, 80)).toEqual(['33333']);
    expect(parseListeners(table, 8_080)).toEqual([]);
  });

  (process.platform === 'linux' ? it : it.skip)('finds this process by its port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(findListener(port)).toBe(process.pid);
    server.close();
    await once(server, 'close');
    expect(findListener(port)).toBeUndefined();
  });
});
