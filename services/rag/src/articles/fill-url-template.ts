/** Returns the address of a document without its own; null without a template. */
export function fillUrlTemplate(
  template: string | undefined,
  id: string,
  externalId: string | null,
): string | null {
  if (!template) return null;
  return template
    .replaceAll('{id}', encodeURIComponent(id))
    .replaceAll('{external_id}', encodeURIComponent(externalId ?? id));
}
