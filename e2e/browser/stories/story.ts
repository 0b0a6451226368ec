import type { World } from '../world.ts';

/** Something that people do, told in a browser. Throws where it goes another way. */
export interface Story {
  readonly name: string;
  readonly tell: (world: World) => Promise<void>;
}
