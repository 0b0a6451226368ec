import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';

function writeLine(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLogger({ name: 'test', level: 'info', destination }).info(fields, 'said');
  const { level: _, time: __, pid: ___, hostname: ____, ...written } = JSON.parse(lines.join());
  return written;
}

describe('fields of a log line', () => {
  it.each(['authorization', 'cookie', 'password', 'token', 'api_key', 'apiKey', 'secret'])(
    'show no %s, at the top, in an object and in its headers',
    (name) => {
      const given = { [name]: 'tell-tale', kept: 1 };
      const fields = { ...given, request: { ...given, headers: given }, headers: given };
      const line = writeLine(fields);
      expect(JSON.stringify(line)).not.toContain('tell-tale');
      const shown = { [name]: '[secret]', kept: 1 };
      const request = { ...shown, headers: shown };
      expect(line).toEqual({ name: 'test', msg: 'said', ...shown, request, headers: shown });
      expect(fields.request.headers[name]).toBe('tell-tale');
    },
  );

  it('show of an error what is ours to tell, with its causes, whatever the field is called', () => {
    const vendor = Object.assign(new Error('inner'), { code: 'E1', config: { key: 'tell-tale' } });
    const error = new Error('outer', { cause: vendor });
    const line = writeLine({ err: error, failed: { reason: vendor } });
    expect(JSON.stringify(line)).not.toContain('tell-tale');
    expect(line).toMatchObject({
      err: { name: 'Error', message: 'outer', cause: { message: 'inner', code: 'E1' } },
      failed: { reason: { message: 'inner', code: 'E1' } },
    });
  });

  it('show as text what was thrown and is no error', () => {
    expect(writeLine({ err: 'broken' })).toMatchObject({ err: { message: 'broken' } });
  });

  it('keep dates, lists and what refers to itself', () => {
    const round: Record<string, unknown> = { at: new Date(0), list: [1, { id: 2 }] };
    round.self = round;
    expect(writeLine({ round })).toMatchObject({
      round: { at: '1970-01-01T00:00:00.000Z', list: [1, { id: 2 }] },
    });
  });
});
