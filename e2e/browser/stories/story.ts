import type { World } from '../world.ts';

/**
 * One behaviour of the page, checked in a browser.
 *
 * @throws Error if the page behaves differently.
 */
export interface Story<Seen extends World = World> {
  readonly name: string;
  readonly run: (world: Seen) => Promise<void>;
}
