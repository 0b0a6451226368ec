const tests = '(\\.test\\.tsx?$|\\.suite\\.tsx?$|/test/|/__fixtures__/)';

/** Directly in a service's src: what puts processes together. */
const compositionFiles = '^services/[^/]+/src/[^/]+\\.ts$';

/** Workspace packages that one package may import, beside itself. Lowest first. */
const allowedPackages = {
  contracts: [],
  service: ['contracts'],
  jobs: ['contracts', 'service'],
  retrieval: ['contracts', 'service'],
  grounding: ['contracts', 'retrieval'],
  routing: ['contracts', 'retrieval', 'grounding'],
  blobs: ['contracts', 'service'],
  migrate: ['contracts', 'service'],
  transfer: ['contracts', 'service', 'blobs', 'migrate'],
  provision: ['contracts', 'service', 'blobs', 'migrate', 'transfer'],
  'recorded-literature': [],
  standalone: ['contracts', 'service', 'blobs', 'migrate', 'transfer', 'recorded-literature'],
  testing: ['contracts', 'service', 'migrate', 'standalone'],
  cli: ['contracts', 'retrieval', 'routing'],
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
        pathNot: '^packages/(contracts|service|jobs|retrieval|grounding|routing|blobs)/',
      },
    },
    {
      name: 'adapters-are-built-in-one-place',
      comment: 'Only the dependencies of a process know the technology behind a port.',
      severity: 'error',
      from: {
        path: '^services/',
        pathNot: [tests, '^services/[^/]+/src/dependencies\\.ts$', '^services/[^/]+/src/adapters/'],
      },
      to: { path: '^services/[^/]+/src/adapters/' },
    },
    {
      name: 'adapters-know-ports',
      comment:
        'An adapter says a port in the words of a technology; it knows no route and no use case.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/adapters/', pathNot: tests },
      to: { path: '^services/[^/]+/src/', pathNot: '^services/[^/]+/src/(adapters|ports)/' },
    },
    {
      name: 'ports-know-contracts',
      comment: 'A port stands below every feature. The words of packages below it are types.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/ports/', pathNot: tests },
      to: {
        pathNot: ['^packages/contracts/', '^services/[^/]+/src/ports/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'ports-know-no-feature',
      severity: 'error',
      from: { path: '^services/[^/]+/src/ports/', pathNot: tests },
      to: { path: '^services/', pathNot: '^services/[^/]+/src/ports/' },
    },
    {
      name: 'use-cases-know-no-routes',
      comment: 'Routes call use cases, never the other way round.',
      severity: 'error',
      from: {
        path: '^services/[^/]+/src/[^/]+/',
        pathNot: [tests, '-routes\\.ts$'],
      },
      to: { path: '-routes\\.ts$' },
    },
    {
      name: 'features-know-no-composition',
      comment: 'A feature is given what it needs; it does not look up what a process is made of.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/[^/]+/', pathNot: tests },
      to: { path: compositionFiles },
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
      comment: 'Type imports count: a file can be read without those that stand on it.',
      severity: 'error',
      from: { pathNot: tests },
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      // Adapters run beside clients that are installed elsewhere.
      from: { pathNot: '^e2e/clients/adapters/' },
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
