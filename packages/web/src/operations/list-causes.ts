/** What a part of the suite says against itself: of its model, its index, its disk. */
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
