/** In place of a parser: has the engine write what it makes of a function, past Node's permissions. */
import { setFlagsFromString } from 'node:v8';

process.once('message', ({ folder }: { readonly folder: string }) => {
  process.send?.('tries', () => {
    setFlagsFromString('--trace-turbo');
    setFlagsFromString(`--trace-turbo-path=${folder}`);
    process.send?.('changed');
  });
});
