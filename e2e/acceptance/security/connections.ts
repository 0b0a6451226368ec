import { connect } from 'node:net';
import type { Clause } from '../subject.ts';
import type { DoorsWorld } from './world.ts';

const maxIdleSeconds = 90;

/** Deliver 2: connections on which nothing comes. */
export const connections: readonly Clause<DoorsWorld>[] = [
  {
    name: '2 headers that never end are given up',
    async ask(world) {
      const slow = await hold(world, `${headOf(world)}x-slow: `);
      return {
        call: 'GET /api/me whose headers do not end',
        answer: `${slow.status} after ${slow.seconds.toFixed(1)} s`,
        holds: slow.seconds < 75 && (slow.status === 408 || slow.status === 0),
      };
    },
  },
  {
    name: '2 idle connections are closed, before a request and after one',
    async ask(world) {
      const [silent, answered] = await Promise.all([
        hold(world, ''),
        hold(world, `${headOf(world)}\r\n`),
      ]);
      return {
        call: 'a connection without a request, and one after GET /api/me',
        answer: `ended after ${silent.seconds.toFixed(1)} s; ${answered.status}, ended after ${answered.seconds.toFixed(1)} s`,
        holds:
          silent.seconds < maxIdleSeconds &&
          answered.status === 401 &&
          answered.seconds < maxIdleSeconds,
      };
    },
  },
];

const headOf = ({ suite }: DoorsWorld) =>
  `GET /api/me HTTP/1.1\r\nhost: 127.0.0.1:${suite.port}\r\n`;

/** Sends this and nothing more, until the other side ends the connection. */
async function hold({ suite }: DoorsWorld, text: string) {
  const started = performance.now();
  return new Promise<{ status: number; seconds: number }>((resolve) => {
    let status = 0;
    const socket = connect(suite.port, '127.0.0.1', () => void socket.write(text));
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ status, seconds: (performance.now() - started) / 1_000 });
    };
    const timer = setTimeout(finish, (maxIdleSeconds + 5) * 1_000);
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      status ||= Number(/^HTTP\/1\.1 (\d+)/.exec(String(part))?.[1] ?? 0);
    });
    socket.on('close', finish);
  });
}
