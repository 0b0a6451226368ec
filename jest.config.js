export default {
  testEnvironment: 'node',
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testMatch: ['<rootDir>/{packages,services,e2e,bench}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // The output of `npm run pack:cli` is a package with the same name.
  modulePathIgnorePatterns: ['<rootDir>/packages/cli/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript' },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  globalSetup: '<rootDir>/packages/testing/src/jest-global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/jest-global-teardown.ts',
  testTimeout: 60_000,
  maxWorkers: 2,
};
