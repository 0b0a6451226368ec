import manifest from '../package.json' with { type: 'json' };

/** Of the suite: its services and packages are released together. */
export const version: string = manifest.version;
