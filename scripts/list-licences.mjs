import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

// Writes THIRD-PARTY.md, the packages of the product by licence. Run it after a change of
// dependencies: npm run licences
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
// Packages of one platform differ from machine to machine.
const isOfPlatform = (name) =>
  /-(linux|darwin|win32|android|freebsd)-/.test(name) || /\/(linux|darwin|windows)-/.test(name);
const lists = Object.entries(listed)
  .map(([licence, entries]) => ({
    licence,
    packages: entries
      .filter(({ name }) => !isOfPlatform(name))
      .map(({ name, versions }) => `${name}@${versions.join('|')}`)
      .sort(),
  }))
  .filter(({ packages }) => packages.length > 0)
  .sort((a, b) => (a.licence < b.licence ? -1 : 1));
writeFileSync(
  'THIRD-PARTY.md',
  `# Third-party software

Lectern is under Apache-2.0. It runs on Node.js (MIT) and on the packages below, by licence; the texts are in \`node_modules\` after an install. The built-in embedding model has a card of its own: [packages/retrieval/models](packages/retrieval/models).

${lists.map(({ licence, packages }) => `## ${licence}\n\n${packages.join(', ')}`).join('\n\n')}
`,
);
const count = lists.reduce((sum, { packages }) => sum + packages.length, 0);
console.log(`THIRD-PARTY.md lists ${count} packages.`);
