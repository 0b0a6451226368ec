import { expect, it } from '@jest/globals';
import { watchDiskRoom } from './disk-room.ts';

it('notices a full disk and its recovery, and tells of it once a minute', async () => {
  let free = 500;
  let clock = 0;
  const told: number[] = [];
  const findDiskRoom = watchDiskRoom({
    folder: '/somewhere',
    reserveBytes: 100,
    onFull: ({ freeBytes }) => told.push(freeBytes),
    readFreeBytes: async () => free,
    now: () => clock,
  });
  const isFullAt = async (ms: number) => {
    clock = ms;
    return (await findDiskRoom())?.isFull;
  };
  expect(await isFullAt(0)).toBe(false);
  free = 99;
  expect(await isFullAt(500)).toBe(false);
  expect(await isFullAt(1_000)).toBe(true);
  expect(await isFullAt(30_000)).toBe(true);
  expect(told).toEqual([99]);
  expect(await isFullAt(61_000)).toBe(true);
  expect(told).toEqual([99, 99]);
  free = 200;
  expect(await isFullAt(63_000)).toBe(false);
});

it('knows nothing of a folder that is not there', async () => {
  const options = { reserveBytes: 1, onFull: () => {} };
  expect(await watchDiskRoom({ ...options, folder: undefined })()).toBeUndefined();
  expect(await watchDiskRoom({ ...options, folder: '/no/such/folder' })()).toBeUndefined();
});
