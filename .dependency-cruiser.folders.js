import layers from './.dependency-cruiser.js';

const tests = '(\\.test\\.tsx?$|\\.suite\\.tsx?$|/test/|/__fixtures__/)';

const database = 'node_modules/(kysely|pg)/';

/** Looks at folders, type imports included. Tests stand beside what they test and look anywhere. */
export default {
  forbidden: [
    {
      name: 'folders-form-no-circles',
      comment: 'A folder can be read, moved and tested without those that stand on it.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(services|packages)/' },
      to: { circular: true },
    },
    {
      name: 'sql-lives-with-its-feature',
      comment: 'Adapters are for technologies that an installation may exchange.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/(adapters|ports)/' },
      to: { path: database },
    },
    {
      name: 'ports-know-no-library',
      comment: 'zod turns schemas of contracts into types.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/ports/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'routes-write-no-sql',
      comment: 'A route reads the request and calls a use case.',
      severity: 'error',
      from: { path: '-routes\\.ts$' },
      to: { path: database, dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    ...layers.options,
    cache: { folder: 'node_modules/.cache/folders', strategy: 'content' },
    exclude: { path: ['^mdast$', tests] },
  },
};
