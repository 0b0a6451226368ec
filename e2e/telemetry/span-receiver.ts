import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listOf, readFields } from './read-protobuf.ts';

export interface ReceivedSpan {
  /** Name of the process: `lectern-gateway`. */
  readonly service: string;
  /** Attributes of the process. */
  readonly resource: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly traceId: string;
  readonly id: string;
  /** Empty for a trace's first span. */
  readonly parentId: string;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Stands in for an OpenTelemetry collector: takes spans by OTLP over HTTP and keeps them. */
export interface SpanReceiver extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Paths that something was sent to. */
  readonly paths: ReadonlySet<string>;
  /** Everything that came, as it came. */
  readonly bodies: readonly Buffer[];
}

export async function openSpanReceiver(): Promise<SpanReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const paths = new Set<string>();
  const server = createServer(async (request, response) => {
    paths.add(request.url ?? '');
    const body = await buffer(request);
    bodies.push(body);
    spans.push(...readSpans(body));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    paths,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Reads the spans of an `ExportTraceServiceRequest`; field numbers are those of opentelemetry-proto. */
function readSpans(body: Buffer): ReceivedSpan[] {
  return listOf(readFields(body), 1).flatMap((resourceSpans) => {
    const fields = readFields(resourceSpans);
    const [resource] = listOf(fields, 1);
    const about = resource ? readAttributes(resource, 1) : {};
    return listOf(fields, 2).flatMap((scope) =>
      listOf(readFields(scope), 2).map((span) => readSpan(about, span)),
    );
  });
}

function readSpan(resource: ReceivedSpan['resource'], span: Buffer): ReceivedSpan {
  const fields = readFields(span);
  const [traceId, id, parentId, name, status] = [1, 2, 4, 5, 15].map(
    (number) => listOf(fields, number)[0] ?? Buffer.alloc(0),
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer];
  return {
    service: String(resource['service.name']),
    resource,
    name: name.toString('utf8'),
    traceId: traceId.toString('hex'),
    id: id.toString('hex'),
    parentId: parentId.toString('hex'),
    failed: readFields(status).some((field) => field.number === 3 && field.value === 2n),
    attributes: readAttributes(span, 9),
  };
}

function readAttributes(message: Buffer, number: number): Record<string, unknown> {
  return Object.fromEntries(
    listOf(readFields(message), number).map((attribute) => {
      const fields = readFields(attribute);
      const [key, value] = [1, 2].map((part) => listOf(fields, part)[0] ?? Buffer.alloc(0));
      return [key?.toString('utf8') ?? '', readValue(value ?? Buffer.alloc(0))];
    }),
  );
}

function readValue(value: Buffer): unknown {
  const [field] = readFields(value);
  if (!field) return undefined;
  if (field.number === 1) return field.bytes.toString('utf8');
  if (field.number === 2) return field.value === 1n;
  if (field.number === 3) return Number(field.value);
  return field.bytes;
}
