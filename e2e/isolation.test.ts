import { afterAll, beforeAll } from '@jest/globals';
import { describeAttacks } from './isolation/attacks.suite.ts';
import { describeLeaks } from './isolation/leaks.suite.ts';
import { describeMatrix } from './isolation/matrix.suite.ts';
import { describeSecrets } from './isolation/secrets.suite.ts';
import { openWorld, type World } from './isolation/world.ts';

/** All of it shares one suite, since starting it is what takes longest. */
let world: World | undefined;

beforeAll(async () => {
  world = await openWorld();
}, 180_000);
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
}, 60_000);

function tell(): World {
  if (!world) throw new Error('the suite did not start');
  return world;
}

describeLeaks(tell);
describeMatrix(tell);
describeAttacks(tell);
describeSecrets(tell);
