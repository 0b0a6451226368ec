import type { World } from '../world.ts';

/**
 * Something that people do, told in a browser.
 * @throws Error where it goes another way.
 */
export interface Story<Seen extends World = World> {
  readonly name: string;
  readonly tell: (world: Seen) => Promise<void>;
}
