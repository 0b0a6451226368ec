/**
 * Hostile variants of a route's path. The first eight change when they are normalised or are not
 * valid text; the others reach the route with invalid contents.
 */
export const hostilePaths: Readonly<Record<string, (path: string) => string>> = {
  'through a parent': (path) => `/x/..${path}`,
  'through an encoded parent': (path) => `/x/%2e%2e${path}`,
  'with a double slash': (path) => `/${path}`,
  'with a backslash': (path) => replaceLast(path, '/', '\\'),
  'with an encoded slash': (path) => replaceLast(path, '/', '%2F'),
  'with a needlessly encoded letter': (path) =>
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'with U+0000': (path) => `${withoutQuery(path)}%00`,
  'in no UTF-8': (path) => `${withoutQuery(path)}%ED%A0%80`,
  'with an endless id': (path) => replaceIds(path, 'a'.repeat(8_000)),
  'with a forged id': (path) => replaceIds(path, encodeURIComponent("__proto__' or 1=1;--")),
  'with a forged cursor': (path) =>
    `${withoutQuery(path)}?limit=500&cursor=${Buffer.from('["\'; drop table","0"]').toString('base64url')}`,
  'with a flood of parameters': (path) =>
    `${withoutQuery(path)}?${'__proto__[x]=1&limit=-1&'.repeat(200)}`,
};

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The ids, or the last part where there are none. */
function replaceIds(path: string, id: string): string {
  const bare = withoutQuery(path);
  const replaced = bare.replaceAll(uuid, id);
  return replaced === bare ? bare.replace(/[^/]*$/, id) : replaced;
}

function replaceLast(path: string, part: string, other: string): string {
  const bare = withoutQuery(path);
  const at = bare.lastIndexOf(part);
  return bare.slice(0, at) + other + bare.slice(at + part.length);
}

function withoutQuery(path: string): string {
  return path.split('?', 1)[0] ?? path;
}
