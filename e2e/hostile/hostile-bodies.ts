import { gzipSync } from 'node:zlib';

export interface HostileBody {
  /** Header lines that go with it. */
  readonly headers: readonly string[];
  readonly bytes: Buffer;
  /** Comes again and again until an answer does, or the client has had enough. */
  readonly drip?: Buffer;
  /** The client ends its side although more was announced. */
  readonly breaksOff?: true;
}

const json = 'content-type: application/json';

const deep = Buffer.from('['.repeat(100_000));
const long = Buffer.from(JSON.stringify({ query: 'x'.repeat(1_100_000) }));
const many = Buffer.from(`[${'1,'.repeat(250_000)}1]`);
const inflating = gzipSync(Buffer.alloc(30_000_000, '['));
const form = Buffer.from(
  Array.from(
    { length: 200 },
    (_, part) =>
      `--x\r\ncontent-disposition: form-data; name="files"; filename="../../\0${part}.pdf"\r\n\r\n%PDF-1.7\r\n`,
  ).join(''),
);

/** Bodies that no client of ours sends; `proper` is what the route takes. */
export const hostileBodies: Readonly<Record<string, (proper: unknown) => HostileBody>> = {
  deep: () => whole([json], deep),
  long: () => whole([json], long),
  'of too many values': () => whole([json], many),
  compressed: () => whole([json, 'content-encoding: gzip'], inflating),
  endless: () => ({
    headers: [json, 'transfer-encoding: chunked'],
    bytes: toChunk('{"query": "'),
    drip: toChunk('x'.repeat(100)),
  }),
  'cut off': () => ({
    headers: [json, 'content-length: 1000'],
    bytes: Buffer.from('{"query": "x'),
    breaksOff: true,
  }),
  'of wrong types': (proper) => toJson(change(proper, (value) => [{ $gt: value }])),
  'with U+0000': (proper) => toJson(change(proper, (value) => `${value}\0`)),
  'with forged ids and cursors': (proper) =>
    toJson({ ...(change(proper, () => forged) as object), cursor: forged, limit: 1e308 }),
  'a form without an end': () => whole(['content-type: multipart/form-data; boundary=x'], form),
};

const forged = Buffer.from('{"id":"\' or 1=1; --"}').toString('base64url');

function whole(headers: readonly string[], bytes: Buffer): HostileBody {
  return { headers: [...headers, `content-length: ${bytes.length}`], bytes };
}

function toJson(value: unknown): HostileBody {
  return whole([json], Buffer.from(JSON.stringify(value)));
}

function toChunk(text: string): Buffer {
  return Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`);
}

/** The same shape with every text and number replaced. */
function change(value: unknown, replace: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => change(member, replace));
  if (typeof value !== 'object' || value === null) return replace(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, change(member, replace)]),
  );
}
