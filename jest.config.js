export default {
  // Tests run in plain Node, as the services do: no transformed copy, no module registry for each file.
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  testMatch: ['<rootDir>/{packages,services,e2e,bench}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // The output of `npm run pack:cli` is a package with the same name.
  modulePathIgnorePatterns: ['<rootDir>/packages/cli/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  setupFiles: ['<rootDir>/packages/testing/src/jest/use-jest-globals.ts'],
  globalSetup: '<rootDir>/packages/testing/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/jest/global-teardown.ts',
  maxWorkers: 3,
};
