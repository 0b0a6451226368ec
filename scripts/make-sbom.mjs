// Writes the product's dependencies as CycloneDX to reports/sbom.cdx.json, and fails for a licence
// that is not allowed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from './repository.mjs';

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
]);
/** Licences of packages without usual metadata, read in their files. */
const read = {
  '@modelcontextprotocol/inspector': 'Apache-2.0',
  buildcheck: 'MIT',
  busboy: 'MIT',
  'cpu-features': 'MIT',
  'json-bignum': 'MIT',
  ssh2: 'MIT',
  streamsearch: 'MIT',
};

const file = join(repositoryFolder, 'reports/sbom.cdx.json');
mkdirSync(join(repositoryFolder, 'reports'), { recursive: true });
const { packageManager } = JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8'));
const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--prod'];
execFileSync('npx', ['--yes', packageManager, 'sbom', ...options, '--out', file], {
  cwd: repositoryFolder,
  stdio: ['ignore', 'ignore', 'inherit'],
});

const { components } = JSON.parse(readFileSync(file, 'utf8'));
const refused = components.flatMap((component) => {
  const name = [component.group, component.name].filter(Boolean).join('/');
  const licence = read[name] ?? findLicence(component);
  return licence && isAllowed(licence)
    ? []
    : [`${name} ${component.version}: ${licence ?? 'no licence'}`];
});
console.log(
  `${file}: ${components.length} packages, ${refused.length} with a licence that is not allowed`,
);
for (const line of refused) console.error(line);
process.exitCode = refused.length > 0 || components.length === 0 ? 1 : 0;

/** Of licences that are offered one is taken; of licences that hold together each must be allowed. */
function isAllowed(expression) {
  return expression
    .split(' OR ')
    .some((offer) => offer.split(' AND ').every((licence) => allowed.has(licence)));
}

function findLicence({ licenses: [first] = [] }) {
  const licence = first?.expression ?? first?.license?.id ?? first?.license?.name;
  return licence?.replaceAll(/[()]/g, '');
}
