interface Layer {
  readonly route?: {
    readonly path: unknown;
    readonly stack: readonly { readonly method?: string }[];
  };
  readonly handle: { readonly name: string };
}

/** The part of an Express app that is inspected. */
interface App {
  readonly router: { readonly stack: readonly unknown[] };
}

/**
 * Returns every route of an app, as `GET /documents/:id`, sorted; `ALL` if every method is
 * accepted.
 * @throws Error for a nested router, whose routes cannot be listed.
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

/** `app.all` registers each method that Node knows, `ACL` among them. */
function listMethods(stack: readonly { readonly method?: string }[]): string[] {
  const methods = new Set(stack.map(({ method }) => (method ?? 'all').toUpperCase()));
  return methods.has('ACL') ? ['ALL'] : [...methods];
}
