/** Returns the problems that a service reports about its model, index or disk. */
export function listCauses(facts: Readonly<Record<string, unknown>> | undefined): string[] {
  const { model, index, building } = (facts ?? {}) as {
    readonly model?: { readonly problem?: unknown; readonly message?: string } | null;
    readonly index?: { readonly message?: string } | null;
    readonly building?: { readonly problem?: string | null } | null;
  };
  return [model?.problem ? model.message : undefined, index?.message, building?.problem].filter(
    (cause) => typeof cause === 'string',
  );
}
