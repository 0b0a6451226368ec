const tests = '(\\.test\\.ts$|\\.suite\\.ts$|/test/|/__fixtures__/)';

/** Directly in a service's src: dependencies, entries, one-shot scripts; not the app, not the jobs. */
const compositionFiles = '^services/[^/]+/src/(?!(app|jobs)\\.ts$)[^/]+\\.ts$';

/** Workspace packages that one package may import, beside itself. Lowest first. */
const allowedPackages = {
  contracts: [],
  service: ['contracts'],
  jobs: ['contracts', 'service'],
  retrieval: ['contracts', 'service'],
  grounding: ['contracts', 'retrieval'],
  blobs: ['contracts', 'service'],
  migrate: ['contracts', 'service'],
  transfer: ['contracts', 'service', 'blobs', 'migrate'],
  provision: ['contracts', 'service', 'blobs', 'migrate', 'transfer'],
  'recorded-literature': [],
  standalone: ['contracts', 'service', 'blobs', 'migrate', 'transfer', 'recorded-literature'],
  testing: ['contracts', 'service', 'migrate', 'standalone'],
  cli: ['contracts'],
  web: ['contracts'],
};

const packageRules = Object.entries(allowedPackages).map(([name, allowed]) => ({
  name: `package-${name}`,
  comment: `packages/${name} stands on ${allowed.join(', ') || 'no other package'}.`,
  severity: 'error',
  from: { path: `^packages/${name}/`, pathNot: tests },
  to: {
    path: '^(packages|services)/',
    pathNot: [name, ...allowed].map((allowedName) => `^packages/${allowedName}/`),
  },
}));

export default {
  forbidden: [
    ...packageRules,
    {
      name: 'no-service-imports-a-service',
      comment: 'Services talk over HTTP; what they share is a package.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'services-stand-on-shared-packages',
      comment: 'A service runs without the packages that start, migrate or test it.',
      severity: 'error',
      from: { path: '^services/', pathNot: tests },
      to: {
        path: '^packages/',
        pathNot: '^packages/(contracts|service|jobs|retrieval|grounding|blobs)/',
      },
    },
    {
      name: 'adapters-are-built-in-one-place',
      comment: 'Only the files that put a process together know the technology behind a port.',
      severity: 'error',
      from: {
        path: '^services/',
        pathNot: [tests, compositionFiles, '^services/[^/]+/src/adapters/'],
      },
      to: { path: '^services/[^/]+/src/adapters/' },
    },
    {
      name: 'tests-are-not-part-of-the-product',
      severity: 'error',
      from: { path: '^(packages|services)/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'stories-use-the-public-contract',
      comment: 'Tests over the running suite see what a client sees.',
      severity: 'error',
      from: { path: '^e2e/', pathNot: '^e2e/faults/' },
      to: {
        path: '^(packages|services)/',
        pathNot: '^packages/(contracts|recorded-literature|standalone|testing)/',
      },
    },
    {
      name: 'faults-compare-the-stores',
      comment: 'After the faults the index is compared with the database, below the contract.',
      severity: 'error',
      from: { path: '^e2e/faults/' },
      to: {
        path: '^(packages|services)/',
        pathNot: '^packages/(contracts|standalone|testing|retrieval)/',
      },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      // Virtual modules are made by the build of the page.
      to: { couldNotResolve: true, dependencyTypesNot: ['type-only'], pathNot: '^virtual:' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // mdast is a package of types alone.
    exclude: { path: ['node_modules', '^mdast$', '^packages/web/dist'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  },
};
