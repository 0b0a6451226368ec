/** The build generates this module from the endpoint table, see vite.config.ts. */
declare module 'virtual:endpoint-routes' {
  import type { EndpointName } from '@lectern/contracts';
  import type { BrowserRoute } from '@lectern/contracts/browser';

  export const routes: Readonly<Record<EndpointName, BrowserRoute>>;
}
