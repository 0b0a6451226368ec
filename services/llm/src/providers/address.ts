/** An address as it may be shown. */
export function withoutPassword(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.search = '';
  return url.toString();
}
