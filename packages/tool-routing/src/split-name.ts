/** Splits a name such as `getUserByID`, `list_pull-requests`, `math.factorial` into words. */
export function splitName(name: string): string {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\d)/gu, '$1 $2')
    .replaceAll(/[\s_\-./:@]+/g, ' ')
    .trim();
}
