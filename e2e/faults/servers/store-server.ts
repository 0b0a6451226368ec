import { rm } from 'node:fs/promises';
import { SupervisedProcess } from '@lectern/local';
import { type ServerOptions, ServerProcess } from './server-process.ts';

/** Settings of the suite, by name. */
export type Settings = Readonly<Record<string, string>>;

/** A server of our own behind one of the suite's stores. */
export interface StoreServer {
  readonly name: 'redis' | 'weaviate';
  /** With which the suite uses it. */
  readonly settings: Settings;
  readonly process: SupervisedProcess;
  /** Ends it, and starts it again with nothing. */
  loseData(): Promise<void>;
}

export interface StoreServerOptions extends Omit<ServerOptions, 'name'> {
  readonly name: StoreServer['name'];
  readonly settings: Settings;
  readonly dataFolder: string;
  /** Makes the folder as the server needs it. */
  readonly prepare: () => Promise<void>;
}

export async function startStoreServer({
  settings,
  dataFolder,
  prepare,
  ...options
}: StoreServerOptions): Promise<StoreServer> {
  await prepare();
  const process = new SupervisedProcess(new ServerProcess(options), {
    name: options.name,
    report: () => {},
  });
  await process.start();
  return {
    name: options.name,
    settings,
    process,
    async loseData() {
      await process.stop();
      await rm(dataFolder, { recursive: true });
      await prepare();
      await process.start();
    },
  };
}
