import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

// Writes THIRD-PARTY.md: what the services run on, with its licences. Run it after a change of
// dependencies: node scripts/list-licences.mjs
const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'));
const listed = JSON.parse(
  execFileSync(
    'npx',
    ['--yes', packageManager, '--recursive', 'licenses', 'list', '--prod', '--json'],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  ),
);
const packages = Object.entries(listed).flatMap(([licence, entries]) =>
  entries.map(({ name, versions }) => ({ licence, name, version: versions.join(', ') })),
);
// Packages of one platform differ from machine to machine.
const platform = /-(linux|darwin|win32|android|freebsd)-/;
const shown = packages
  .filter(({ name }) => !platform.test(name) && !/\/(linux|darwin|windows)-/.test(name))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
const rows = shown.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
writeFileSync(
  'THIRD-PARTY.md',
  `# Third-party software

Lectern is under Apache-2.0. It runs on the packages below, each under its own licence; their texts are in \`node_modules\` after an install. The built-in embedding model has a card of its own: [packages/retrieval/models](packages/retrieval/models).

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`,
);
console.log(`THIRD-PARTY.md lists ${rows.length} packages.`);
