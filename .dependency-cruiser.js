const tests = '(\\.test\\.tsx?$|\\.suite\\.tsx?$|/test/|/__fixtures__/)';

/** Directly in a service's src: what puts processes together. */
const compositionFiles = '^services/[^/]+/src/[^/]+\\.ts$';

/** They build what a process is made of; `config.ts` reads the settings of each provider. */
const builders = '^services/[^/]+/src/((worker-)?dependencies|open-[^/]+|config)\\.ts$';

const adapters = '^services/[^/]+/src/adapters/';
const providers = '^packages/models/src/all-providers\\.ts$';
const ports = '^services/[^/]+/src/ports/';

/** Technology that stands beside the one feature that it serves. */
const outsideThings = [
  '^services/gateway/src/mail/smtp-mailer\\.ts$',
  '^services/gateway/src/auth/passwords/leaked-passwords\\.ts$',
  '^services/gateway/src/proxy/upstream\\.ts$',
  '^services/mcp/src/.+-api\\.ts$',
  '^services/mcp/src/upstream/connections/mcp-outside-servers\\.ts$',
  '^services/mcp/src/(knowledge/http-knowledge|tools/research/http-research-service)\\.ts$',
  '^services/llm/src/(clients|tracing)/',
  '^services/mcp/src/(offered-tools/gateway-audit-reports|files/folder-files)\\.ts$',
];

/** Ports that say more than contracts does, and the package whose words they use. */
const wordsOfPorts = {
  // Messages, tools and passages are what a model is asked with.
  '^services/llm/src/ports/(answer-mode|stored-tool-call|turn-context|turn-models)\\.ts$':
    '^packages/(answering|models)/',
};

/** Workspace packages that one package may import, beside itself. Lowest first. */
const allowedPackages = {
  contracts: [],
  evaluation: [],
  service: ['contracts'],
  jobs: ['contracts', 'service'],
  retrieval: ['contracts', 'service'],
  models: ['contracts', 'service', 'retrieval'],
  answering: ['contracts', 'retrieval', 'models'],
  'tool-routing': ['contracts', 'retrieval'],
  blobs: ['contracts', 'service'],
  migrate: ['contracts', 'service'],
  bundles: ['contracts', 'service', 'blobs', 'migrate'],
  provision: ['contracts', 'service', 'blobs', 'migrate', 'bundles'],
  'recorded-literature': [],
  local: ['contracts', 'service', 'blobs', 'migrate', 'bundles', 'recorded-literature'],
  testing: ['contracts', 'service', 'migrate', 'local'],
  cli: ['contracts', 'evaluation', 'tool-routing'],
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
        pathNot:
          '^packages/(contracts|evaluation|service|jobs|retrieval|models|answering|tool-routing|blobs)/',
      },
    },
    {
      name: 'adapters-are-built-in-one-place',
      comment: 'Only the dependencies of a process know the technology behind a port.',
      severity: 'error',
      from: { path: '^services/', pathNot: [tests, builders, adapters] },
      to: { path: adapters },
    },
    {
      name: 'outside-things-are-built-in-one-place',
      comment: 'What speaks to the outside beside its feature is given to it, and known as a type.',
      severity: 'error',
      from: { path: '^services/', pathNot: [tests, builders, ...outsideThings] },
      to: { path: outsideThings, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'providers-are-chosen-in-one-place',
      comment: 'Use cases know a model by its port, not by its provider.',
      severity: 'error',
      from: { path: '^(services|packages)/', pathNot: [tests, builders, '^packages/models/'] },
      to: { path: providers },
    },
    {
      name: 'adapters-know-ports',
      comment:
        'An adapter says a port in the words of a technology; it knows no route and no use case.',
      severity: 'error',
      from: { path: adapters, pathNot: tests },
      to: { path: '^services/[^/]+/src/', pathNot: [adapters, ports] },
    },
    {
      name: 'routes-and-the-outside-do-not-meet',
      comment: 'A use case stands between a route and a technology, in both directions.',
      severity: 'error',
      from: { path: [adapters, ...outsideThings], pathNot: tests },
      to: { path: '-routes\\.ts$' },
    },
    {
      name: 'ports-know-contracts',
      comment: 'A port stands below every feature, and says nothing but types and its errors.',
      severity: 'error',
      from: { path: ports, pathNot: [tests, ...Object.keys(wordsOfPorts)] },
      to: { pathNot: ['^packages/contracts/', ports] },
    },
    ...Object.entries(wordsOfPorts).map(([port, words]) => ({
      name: 'ports-know-contracts',
      comment: 'Beside contracts a port takes the words of the package that its adapter stands on.',
      severity: 'error',
      from: { path: port },
      to: { pathNot: ['^packages/contracts/', ports, words] },
    })),
    {
      name: 'words-of-ports-are-types',
      severity: 'error',
      from: { path: ports, pathNot: tests },
      to: { pathNot: ['^packages/contracts/', ports], dependencyTypesNot: ['type-only'] },
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
        pathNot: '^packages/(contracts|recorded-literature|local|testing)/',
      },
    },
    {
      name: 'faults-compare-the-stores',
      comment: 'After the faults the index is compared with the database, below the contract.',
      severity: 'error',
      from: { path: '^e2e/faults/' },
      to: {
        path: '^(packages|services)/',
        pathNot: '^packages/(contracts|local|testing|retrieval)/',
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
    cache: { folder: 'node_modules/.cache/layers', strategy: 'content' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // mdast is a package of types alone.
    exclude: { path: ['node_modules', '^mdast$', '^packages/(cli|web)/dist'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  },
};
