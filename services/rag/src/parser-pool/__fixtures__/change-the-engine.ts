/**
 * Replaces a parser: makes the engine write compiled functions to a file, which Node's permissions
 * do not prevent.
 */
import { setFlagsFromString } from 'node:v8';

process.once('message', ({ folder }: { readonly folder: string }) => {
  process.send?.('tries', () => {
    setFlagsFromString('--trace-turbo');
    setFlagsFromString(`--trace-turbo-path=${folder}`);
    process.send?.('changed');
  });
});
