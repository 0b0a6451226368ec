import { registerHooks } from 'node:module';

const globals = new URL('jest-globals.ts', import.meta.url).href;

/** Makes `@jest/globals`, which refuses to load outside Jest's own runner, the globals of this one. */
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@jest/globals'
      ? { url: globals, format: 'module-typescript', shortCircuit: true }
      : nextResolve(specifier, context),
});
