interface Layer {
  readonly route?: {
    readonly path: unknown;
    readonly stack: readonly { readonly method?: string }[];
  };
  readonly handle: { readonly name: string };
}

/** The part of an Express app that is looked into. */
interface App {
  readonly router: { readonly stack: readonly unknown[] };
}

/**
 * Every route that an app serves, as `GET /documents/:id`, sorted; `ALL` where every method is
 * taken.
 * @throws Error for a router within the app, whose routes cannot be told from outside.
 */
export function listServedRoutes(app: App): string[] {
  const layers = app.router.stack as readonly Layer[];
  const nested = layers.find(({ route, handle }) => !route && handle.name === 'router');
  if (nested) throw new Error('a router is mounted within the app');
  return layers
    .flatMap(({ route }) =>
      route
        ? listMethods(route.stack).flatMap((method) =>
            [route.path].flat().map((path) => `${method} ${path}`),
          )
        : [],
    )
    .toSorted();
}

/** `app.all` takes each method that Node knows, `ACL` among them. */
function listMethods(stack: readonly { readonly method?: string }[]): string[] {
  const methods = new Set(stack.map(({ method }) => (method ?? 'all').toUpperCase()));
  return methods.has('ACL') ? ['ALL'] : [...methods];
}
