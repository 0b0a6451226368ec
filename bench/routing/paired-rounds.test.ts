import { expect, it } from '@jest/globals';
import { runPairedRounds } from './paired-rounds.ts';

const sides = ['clean', 'hostile'] as const;

it('puts each side first in every other round, and keeps results in the order of rounds', async () => {
  const ran: string[] = [];
  const { rounds, results } = await runPairedRounds({
    sides,
    rounds: 3,
    maxMs: 1_000,
    run: async (side) => [ran.push(side)],
    now: () => 0,
  });
  expect(ran).toEqual(['clean', 'hostile', 'hostile', 'clean', 'clean', 'hostile']);
  expect([rounds, results]).toEqual([3, { clean: [1, 4, 5], hostile: [2, 3, 6] }]);
});

it('begins no round after its time, and makes whole rounds alone', async () => {
  let ms = 0;
  const told: number[] = [];
  const { rounds, results } = await runPairedRounds({
    sides,
    rounds: 100,
    maxMs: 1_000,
    async run(side) {
      ms += 300;
      return [side];
    },
    onRound: (round) => told.push(round),
    now: () => ms,
  });
  expect([rounds, told]).toEqual([2, [1, 2]]);
  expect(results).toEqual({ clean: ['clean', 'clean'], hostile: ['hostile', 'hostile'] });
});
