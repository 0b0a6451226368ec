import manifest from '../package.json' with { type: 'json' };

/** Version of the suite: services and packages are released together. */
export const version: string = manifest.version;
