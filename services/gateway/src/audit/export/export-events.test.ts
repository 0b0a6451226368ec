import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createMetrics } from '@lectern/service';
import { createTestDatabase, eventually, startRecordedHttp } from '@lectern/testing';
import { createDatabase } from '../../database/tables.ts';
import { createAuditLog } from '../audit-log.ts';
import { openAuditReceiver } from './audit-receiver.ts';
import { keepAuditLog, observeExport } from './export-events.ts';

const test = await createTestDatabase();
afterAll(async () => test[Symbol.asyncDispose]());
const database = createDatabase(test.pool);
const auditLog = createAuditLog(database);
const { signal } = new AbortController();
const logger = { warn() {} } as never;
const keep = (options: Partial<Parameters<typeof keepAuditLog>[0]>) =>
  keepAuditLog({ database, logger, ...options }, signal);
const countRows = async (table: string) =>
  Number((await test.pool.query(`select count(*) from ${table}`)).rows[0].count);

let first = 0;
beforeEach(async () => {
  await test.pool.query(`
    set auth.removes_old_events = 'on';
    delete from auth.audit_exports; delete from auth.audit_log; delete from auth.audit_removals;
    set auth.removes_old_events = 'off'`);
  for (const n of [1, 2, 3]) {
    await auditLog.add({
      organisationId: 'acme',
      action: 'key.created',
      actorId: 'ada',
      target: `k${n}`,
    });
  }
  first = Number((await test.pool.query('select min(id) as id from auth.audit_log')).rows[0].id);
});

describe('audit events', () => {
  it('reach a webhook once, in order and signed, after it was away', async () => {
    await using away = await startRecordedHttp({ 'POST /events': { status: 503 } });
    const url = (service: { url: string }) => `${service.url}/events`;
    const open = (service: { url: string }) =>
      openAuditReceiver({
        url: url(service),
        format: 'json',
        secret: 'a-shared-secret-of-32-characters',
      });
    await expect(keep({ receiver: open(away) })).rejects.toThrow('answered 503');
    await using service = await startRecordedHttp({ 'POST /events': { body: {} } });
    await keep({ receiver: open(service) });
    await auditLog.add({ organisationId: 'acme', action: 'key.deleted', target: 'k1' });
    await keep({ receiver: open(service) });
    await keep({ receiver: open(service) });
    const sent = service.requests.map(
      ({ body }) => JSON.parse(body) as { events: { target: string }[] },
    );
    expect(sent.map(({ events }) => events.map(({ target }) => target))).toEqual([
      ['k1', 'k2', 'k3'],
      ['k1'],
    ]);
    const { headers, body } = service.requests[0] as (typeof service.requests)[0];
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', 'a-shared-secret-of-32-characters')
      .update(signed)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  });

  it('that wait show their age in the metrics', async () => {
    await using service = await startRecordedHttp({ 'POST /': { body: {} } });
    const receiver = openAuditReceiver({ url: service.url, format: 'json' });
    const readAge = async (observed: { receiver?: typeof receiver }) => {
      const metrics = createMetrics('gateway');
      observeExport(metrics, { database, ...observed });
      const text = await metrics.expose();
      return /^lectern_audit_export_age_seconds\{.*\} ([\d.]+)$/m.exec(text)?.[1];
    };
    await keep({ receiver });
    expect(await readAge({ receiver })).toBe('0');
    await test.pool.query(
      "insert into auth.audit_log (action, at) values ('late', now() - interval '1 hour')",
    );
    expect(Number(await readAge({ receiver }))).toBeGreaterThanOrEqual(3_600);
    expect(await readAge({})).toBe('0');
    await keep({ receiver });
    expect(await readAge({ receiver })).toBe('0');
  });

  it('are sent by one gateway at a time', async () => {
    await using service = await startRecordedHttp({ 'POST /': { body: {}, delayMs: 50 } });
    const receiver = openAuditReceiver({ url: service.url, format: 'json' });
    await Promise.all([keep({ receiver }), keep({ receiver }), keep({ receiver })]);
    expect(service.requests).toHaveLength(1);
  });

  it('are appended to a file, a line each, in the schema of OCSF', async () => {
    const path = join(tmpdir(), `audit-${process.pid}-${first}.jsonl`);
    await auditLog.add({
      organisationId: 'acme',
      action: 'sign_in.failed',
      target: 'a@b.org',
      address: '192.0.2.1',
    });
    await auditLog.add({
      organisationId: 'acme',
      action: 'member.removed',
      actorId: 'ada',
      target: 'bob',
    });
    await keep({ receiver: openAuditReceiver({ url: pathToFileURL(path).href, format: 'ocsf' }) });
    const lines = (await readFile(path, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(
      lines.map(({ class_uid, type_uid, status_id }) => [class_uid, type_uid, status_id]),
    ).toEqual([
      [3001, 300199, 1],
      [3001, 300199, 1],
      [3001, 300199, 1],
      [3002, 300299, 2],
      [3004, 300404, 1],
    ]);
    expect(lines[3]).toMatchObject({
      src_endpoint: { ip: '192.0.2.1' },
      user: { uid: 'a@b.org' },
      metadata: { tenant_uid: 'acme', version: '1.6.0' },
    });
    expect(lines[4]).toMatchObject({
      actor: { user: { uid: 'ada' } },
      entity: { type: 'member', uid: 'bob' },
      unmapped: { action: 'member.removed' },
    });
  });

  it('are framed for a syslog server', async () => {
    let got = '';
    const server = createServer((socket) => {
      socket.on('data', (part) => {
        got += part;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await keep({
      receiver: openAuditReceiver({ url: `syslog://127.0.0.1:${port}`, format: 'json' }),
    });
    await eventually(() => got.includes('"k3"'));
    server.close();
    const [, length = '', rest = ''] = /^(\d+) (.*)$/s.exec(got) ?? [];
    const message = Buffer.from(rest).subarray(0, Number(length)).toString();
    expect(message).toMatch(/^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ lectern - audit - \{.*\}$/);
    expect(JSON.parse(message.slice(message.indexOf('{')))).toMatchObject({ target: 'k1' });
  });

  it('are removed after their retention, unless they still have to be exported', async () => {
    await age(2);
    await using away = await startRecordedHttp({ 'POST /': { status: 500 } });
    const failing = openAuditReceiver({ url: away.url, format: 'json' });
    await expect(keep({ receiver: failing, retentionDays: 30 })).rejects.toThrow();
    expect(await countRows('auth.audit_log')).toBe(3);
    await using service = await startRecordedHttp({ 'POST /': { body: {} } });
    await keep({
      receiver: openAuditReceiver({ url: service.url, format: 'json' }),
      retentionDays: 30,
    });
    expect(await countRows('auth.audit_log')).toBe(1);
    await keep({ retentionDays: 30 });
    expect(await countRows('auth.audit_removals')).toBe(1);
  });

  it('are removed by whole days, so that few removals are recorded', async () => {
    const sinceMidnight = `(now() - date_trunc('day', now() - interval '30 days') - interval '30 days')`;
    await age(2, `interval '30 days' + ${sinceMidnight} / 2`);
    await keep({ retentionDays: 30 });
    expect(await countRows('auth.audit_log')).toBe(3);
  });
});

/** Makes the first events older, past the trigger. */
async function age(events: number, by = `interval '40 days'`): Promise<void> {
  await test.pool.query(`
    alter table auth.audit_log disable trigger audit_log_is_append_only;
    update auth.audit_log set at = at - (${by}) where id < ${first + events};
    alter table auth.audit_log enable trigger audit_log_is_append_only`);
}
