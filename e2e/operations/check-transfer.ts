import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeHome } from '@lectern/local';
import type { Report } from '../suite/report.ts';
import { runAdmin } from './run-admin.ts';
import { onceRebuilt, runCheck, withSuite } from './run-check.ts';
import { type FilledSite, fillSite, lookAt } from './transferred-site.ts';

/**
 * Fills a suite, exports it while it runs, imports it into another home, and compares what everybody
 * sees; with secrets also sessions and sealed credentials. Damaged archives and homes that already
 * have a site are refused.
 */
async function checkTransfer(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-transfer-'));
  const homes = ['first', 'second', 'third', 'fourth'].map((name) => join(folder, name));
  const [first = '', second = '', third = '', fourth = ''] = homes;
  const archive = join(folder, 'site.tar.zst');
  try {
    let site: FilledSite | undefined;
    let before: unknown;
    await withSuite(first, async (suite) => {
      const filled = await fillSite(suite);
      before = await lookAt(suite.url, filled);
      site = filled;
      await expectDone(report, 'a running suite is exported', runAdmin(first, 'export', archive));
      const refusal = await runAdmin(first, 'import', archive);
      report.check('a running suite is not imported into', refuse(refusal, 'already runs'));
    });
    if (!site) return;
    const { mode } = await stat(archive);
    const modeText = (mode & 0o777).toString(8);
    report.check('only its owner reads an archive', modeText === '600' ? [] : [`mode ${modeText}`]);
    await expectDone(
      report,
      'a stopped suite is exported',
      runAdmin(first, 'export', `${archive}.2`, '--with-secrets'),
    );
    report.check(
      'a home that has a site is not imported into',
      refuse(await runAdmin(first, 'import', archive), 'is not empty'),
    );
    await refuseDamaged(report, third, archive);

    await expectDone(report, 'an archive is imported', runAdmin(second, 'import', archive));
    const filled = site;
    await withSuite(second, async (suite) => {
      const after = await onceRebuilt(() => lookAt(suite.url, filled));
      report.check('everybody sees what they saw', compare(before, after));
      const credentials = suite.credentials.api_key === filled.owner.key ? ['the old key'] : [];
      report.check('the home has a key of its own', credentials);
    });
    await expectDone(
      report,
      'an archive with secrets is imported',
      runAdmin(fourth, 'import', `${archive}.2`),
    );
    await withSuite(fourth, async (suite) => {
      const after = await onceRebuilt(() => lookAt(suite.url, filled));
      report.check('everybody sees what they saw, with secrets', compare(before, after));
      await report.try('a session of the old site is still signed in', async () => {
        await filled.session.at(suite.url).get('/api/me');
      });
    });
  } finally {
    for (const home of homes) await removeHome(home);
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseDamaged(report: Report, home: string, archive: string): Promise<void> {
  const damaged = `${archive}.damaged`;
  const { size } = await stat(archive);
  const bytes = await readFile(archive);
  await writeFile(damaged, bytes);
  await truncate(damaged, Math.floor(size * 0.7));
  const cutOff = await runAdmin(home, 'import', damaged);
  report.check('an archive that is incomplete is refused', refuse(cutOff, 'is cut off'));
  await writeFile(damaged, bytes);
  const file = await open(damaged, 'r+');
  await file.write(Buffer.from('tampered with'), 0, 13, Math.floor(size / 2));
  await file.close();
  const tampered = await runAdmin(home, 'import', damaged);
  report.check('an archive that was tampered with is refused', refuse(tampered, 'archive'));
  report.check('nothing is left of what was refused', existsSync(home) ? [`${home} exists`] : []);
}

async function expectDone(
  report: Report,
  name: string,
  running: ReturnType<typeof runAdmin>,
): Promise<void> {
  const { isDone, output } = await running;
  report.check(name, isDone ? [] : [output.trim()]);
  if (isDone) report.print(output.trim());
}

function refuse(
  { isDone, output }: Awaited<ReturnType<typeof runAdmin>>,
  reason: string,
): readonly string[] {
  return !isDone && output.includes(reason) ? [] : [output.trim()];
}

function compare(before: unknown, after: Readonly<Record<string, unknown>>): readonly string[] {
  const expected = before as Readonly<Record<string, unknown>>;
  return Object.keys(expected).flatMap((name) => {
    const [was, is] = [JSON.stringify(expected[name]), JSON.stringify(after[name])];
    return was === is ? [] : [`${name}: ${is} instead of ${was}`];
  });
}

await runCheck('transfer', checkTransfer);
