import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryFolder = fileURLToPath(new URL('..', import.meta.url));

/** The Node that the lock file names for this machine, whichever one runs npm. */
export const nodeFile = join(
  repositoryFolder,
  `node_modules/node-${process.platform}-${process.arch}/bin/node`,
);
