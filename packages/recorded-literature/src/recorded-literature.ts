import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { noDelays, type RecordedDelays, varyDelay } from './delays.ts';
import { answerEutils, type RecordedText } from './eutils.ts';
import type { RecordedFault } from './faults.ts';
import { changeRecord, loadRecords } from './records.ts';
import { ArrivedRequests, type RecordedService } from './requests.ts';
import { answerStudies } from './studies.ts';

/** Requests that a service allows in a stretch of time. */
export interface RecordedRate {
  readonly requests: number;
  readonly windowMs: number;
}

export interface RecordedLiteratureOptions {
  /** Default: a free one, on 127.0.0.1. */
  readonly port?: number;
  /** A folder of recorded answers; without it the records that this package makes up. */
  readonly folder?: string | undefined;
  /** Default none. */
  readonly delays?: RecordedDelays;
  /** Requests above are answered with 429. Default: no rate. */
  readonly rates?: Partial<Record<RecordedService, RecordedRate>>;
}

export interface RecordedLiterature extends AsyncDisposable {
  /** For `NCBI_BASE_URL`. */
  readonly ncbiUrl: string;
  /** For `CLINICALTRIALS_BASE_URL`. */
  readonly clinicalTrialsUrl: string;
  readonly requests: ArrivedRequests;
  /** Parameters of the latest request to NCBI. */
  readonly latestParameters: Readonly<Record<string, string>>;
  /** From the next request on; `undefined` mends the service. */
  setFault(service: RecordedService, fault: RecordedFault | undefined): void;
  setDelays(delays: RecordedDelays): void;
  /** Replaces a text in the record of a publication or study, as its service would change it. */
  changeRecord(id: string, before: string, after: string): void;
}

const slowMs = 30_000;

/** Stands in for NCBI E-utilities and ClinicalTrials.gov, with their formats, errors and rates. */
export async function startRecordedLiterature(
  options: RecordedLiteratureOptions = {},
): Promise<RecordedLiterature> {
  const records = loadRecords(options.folder);
  const requests = new ArrivedRequests();
  const state = {
    delays: options.delays ?? noDelays,
    faults: new Map<RecordedService, RecordedFault>(),
    /** Requests that a limiting service has rejected once. */
    rejectedRequests: new Set<string>(),
    latestParameters: {} as Record<string, string>,
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const service: RecordedService = url.pathname.startsWith('/ncbi/') ? 'ncbi' : 'clinicaltrials';
    requests.add(service);
    const parameters = new URLSearchParams(
      request.method === 'POST' ? await readText(request) : url.search,
    );
    if (service === 'ncbi') state.latestParameters = Object.fromEntries(parameters);
    const fault = state.faults.get(service);
    if (fault === 'down') return void response.destroy();
    const rate = options.rates?.[service];
    const isAbove = rate && requests.recent(service, rate.windowMs) > rate.requests;
    const asked = `${url.pathname}?${parameters}`;
    const isRefused =
      fault === 'refusing' ||
      fault === 'barring' ||
      (fault === 'limiting' && !state.rejectedRequests.has(asked));
    if (isRefused) state.rejectedRequests.add(asked);
    if (isAbove || isRefused) {
      response.setHeader('retry-after', fault === 'barring' ? '86400' : '1');
      const body = { error: 'API rate limit exceeded', limit: String(rate?.requests ?? 3) };
      return send(response, 429, { type: 'application/json', text: JSON.stringify(body) });
    }
    const call = service === 'ncbi' ? (/(\w+)\.fcgi$/.exec(url.pathname)?.[1] ?? '') : 'studies';
    const mean = state.delays[call as keyof RecordedDelays] ?? 0;
    await delay(fault === 'slow' ? slowMs : varyDelay(mean, parameters.toString()), undefined, {
      ref: false,
    });
    const found =
      service === 'ncbi'
        ? answerEutils(records, call, parameters)
        : { type: 'application/json', text: JSON.stringify(answerStudies(records, parameters)) };
    if (!found) return send(response, 404, { type: 'text/plain', text: 'not recorded' });
    send(response, 200, spoil(found, call, fault));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ncbiUrl: `${base}/ncbi`,
    clinicalTrialsUrl: `${base}/ctgov`,
    requests,
    get latestParameters() {
      return state.latestParameters;
    },
    setFault(service, fault) {
      if (fault) state.faults.set(service, fault);
      else state.faults.delete(service);
    },
    setDelays(delays) {
      state.delays = delays;
    },
    changeRecord: (id, before, after) => changeRecord(records, id, { before, after }),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, status: number, { type, text }: RecordedText): void {
  response.writeHead(status, { 'content-type': type });
  response.end(text);
}

function spoil(answer: RecordedText, call: string, fault: RecordedFault | undefined): RecordedText {
  if (fault === 'cut') return { ...answer, text: answer.text.slice(0, answer.text.length * 0.6) };
  if (fault === 'page')
    return { type: 'text/html', text: '<html><body><pre>busy</pre></body></html>' };
  if (fault === 'lying' && call === 'esearch') {
    return { ...answer, text: answer.text.replace(/"count":"\d+"/, '"count":"0"') };
  }
  if (fault === 'lying' && call === 'studies') {
    return { ...answer, text: answer.text.replace(/"totalCount":\d+/, '"totalCount":4711') };
  }
  if (fault === 'withholding') return { ...answer, text: withhold(answer.text, call) };
  if (fault === 'failing') {
    const message =
      'Search Backend failed: An error occurred while processing request. Status: 500.';
    if (call === 'studies') return { type: 'text/plain', text: message };
    return call === 'esearch'
      ? { ...answer, text: `{"esearchresult":{"ERROR":"${message}"}}` }
      : { ...answer, text: `<eEfetchResult><ERROR>${message}</ERROR></eEfetchResult>` };
  }
  return answer;
}

/** A search of PubMed that counts more than it lists, a set without articles, studies without their numbers. */
function withhold(text: string, call: string): string {
  if (call === 'esearch') return text.replace(/"count":"\d+"/, '"count":"987654"');
  if (call === 'studies') return text.replaceAll('"nctId":', '"lostId":');
  return text.replace(/<PubmedArticle>.*<\/PubmedArticle>/s, '');
}
