import { createReadStream } from 'node:fs';
import { access, constants, writeFile } from 'node:fs/promises';
import { describeContents, importSite } from '@lectern/bundles';
import { openHome } from '../home/open-home.ts';
import { findSecrets, saveSecrets } from '../home/secrets.ts';
import { removeHome } from '../postgres/postgres-place.ts';
import { ownDocumentsMarkerOf } from '../run-start.ts';
import { createCredentials } from '../suite/create-credentials.ts';
import { credentialsFileOf } from '../suite/suite-processes.ts';
import { type HomeArchive, openHomeBlobs, startDatabase } from './home-stores.ts';
import { withSuiteErrors } from './to-suite-error.ts';

/** Each start writes its own port. */
const anyPort = 8000;

/**
 * Creates a home from an archive. The first owner gets a new API key, since an archive contains only
 * hashes of keys.
 *
 * @throws SuiteError when the archive cannot be read or the home already has a site; a home that
 *   did not exist is removed.
 */
export async function importHome({ home, file, signal }: HomeArchive): Promise<number> {
  const isNew = (await findSecrets(home)) === undefined;
  await using stack = new AsyncDisposableStack();
  await withSuiteErrors(signal, () => access(file, constants.R_OK));
  const { secrets, lock } = await openHome(home);
  stack.defer(() => lock.release());
  let isImported = false;
  stack.defer(async () => {
    if (isNew && !isImported) await removeHome(home);
  });

  const databaseUrl = await startDatabase(home, secrets.databasePassword, stack);
  const { manifest, secrets: kept } = await withSuiteErrors(signal, async () =>
    importSite({
      databaseUrl,
      blobs: await openHomeBlobs(home, stack),
      input: createReadStream(file),
      report: (sentence) => console.error(sentence),
      signal,
    }),
  );
  isImported = true;
  if (kept) {
    await saveSecrets(home, {
      ...secrets,
      betterAuthSecret: kept.better_auth,
      credentialKeys: kept.credential_keys,
    });
  }
  await writeFile(ownDocumentsMarkerOf(home), '{}\n');
  const owner = await createCredentials({ home, port: anyPort, databaseUrl, secrets });
  console.log(`${home} contains ${describeContents(manifest)}.`);
  console.log(
    `A key of ${owner} is in ${credentialsFileOf(home)}. Start the suite: it builds its index then.`,
  );
  return 0;
}
